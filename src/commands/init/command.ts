import { Option } from "commander";
import type { CommandMember, SpokenCommand } from "../command.ts";
import type { Manual } from "../manual.ts";
import type { Say } from "../said.ts";

export const initCommand: CommandMember = {
  name: "init",
  example: "npx yagura init my-yagura",
  isConfigured: false,
  manual: manualOf,
  declare(command, say) {
    command
      .description(
        say(
          "set a monitor up: ask for services, stocks, mail, hours and language, try each answer, write the files and start. Called again it shows what is there and changes what is answered otherwise. Each answer may be an option instead; without a terminal it must be, or be in the files already",
          "監視を設定します。サービス、銘柄、メール、時間帯、言語を質問し、答えを1つずつ試し、ファイルを書いて始めます。もう一度呼ぶと、今の答えを示し、変えた答えだけを書き換えます。答えはオプションでも書けます。端末でない場合は、オプションに書くか、すでにファイルにある必要があります",
        ),
      )
      .argument(
        "[folder]",
        say(
          "where the files go: FOLDER/config, FOLDER/rules and FOLDER/data",
          "ファイルを置く場所：FOLDER/config、FOLDER/rules、FOLDER/data",
        ),
        ".",
      );
    for (const add of [addServices, addMail, addMessages, addManner]) add(command, say);
    command.action(async (folder, options, own) => {
      const { init: run } = await import("./init.ts");
      const file = await run(folder, options);
      if (file !== undefined) await own.parent?.parseAsync(["run", "--config", file], { from: "user" });
    });
  },
};

function addServices(command: SpokenCommand, say: Say): void {
  const language = say(
    "of the questions and of the mails; default: by LANG",
    "質問とメールの言語。既定は LANG で決まります",
  );
  const plan = say(
    "the account's plan; default: what the service allows",
    "アカウントのプラン。既定はサービスが許すものです",
  );
  command
    .addOption(new Option("--language <language>", language).choices(["en", "ja"]))
    .option(
      "--market <address>",
      say(
        "the market service, its path ending in the version segment; simulated; none",
        "市場サービス。アドレスの末尾はバージョンです。または simulated、none",
      ),
    )
    .option(
      "--market-key <key>",
      say(
        "the account's key; better in YAGURA_MARKET_API_KEY, which others cannot see",
        "アカウントのキー。ほかの人に見えない YAGURA_MARKET_API_KEY のほうが安全です",
      ),
    )
    .addOption(new Option("--plan <plan>", plan).choices(["free", "light", "standard", "premium"]))
    .option(
      "--forum <address>",
      say("the forum's site; simulated; none", "掲示板のサイト。または simulated、none"),
    )
    .option(
      "--forum-leave",
      say(
        "you have leave of the forum's operator to read it by a program; without it the forum stays off",
        "掲示板をプログラムで読む許可を運営者から得ています。指定がなければ掲示板はオフのままです",
      ),
    )
    .option(
      "--no-forum-leave",
      say("you have no such leave: the forum stays off", "許可はありません。掲示板はオフにします"),
    )
    .option(
      "--statistics <address>",
      say("the statistics service's site; simulated; none", "統計サービスのサイト。または simulated、none"),
    )
    .option(
      "--stocks <list>",
      say("codes or names, with commas between", "銘柄のコードか名前。コンマで区切ります"),
    );
}

function addMail(command: SpokenCommand, say: Say): void {
  command
    .option(
      "--mail <addresses>",
      say("who gets the mails, with commas between; none", "メールの宛先。コンマで区切ります。または none"),
    )
    .option(
      "--smtp <server>",
      say(
        "host, host:port, smtp://user:password@host:port, smtps://... or file:FOLDER",
        "メールサーバー：host、host:port、smtp://user:password@host:port、smtps://...、file:FOLDER",
      ),
    )
    .option(
      "--smtp-user <user>",
      say("login at the mail server; none", "メールサーバーのログイン名。または none"),
    )
    .option(
      "--smtp-password <password>",
      say(
        "its password; better in YAGURA_SMTP_PASSWORD",
        "そのパスワード。YAGURA_SMTP_PASSWORD のほうが安全です",
      ),
    )
    .option(
      "--from <sender>",
      say(
        "sender of the mails; default: the login or the first address",
        "メールの差出人。既定はログイン名か最初の宛先です",
      ),
    );
}

function addMessages(command: SpokenCommand, say: Say): void {
  command
    .option(
      "--chat <format>",
      say(
        "a chat that gets the alerts: slack, discord, line, telegram, ntfy, apprise; none",
        "アラートを送るチャット：slack、discord、line、telegram、ntfy、apprise。または none",
      ),
    )
    .option(
      "--chat-setting <key=value>",
      say(
        "a setting of the chat, such as url=https://... or token=...; can be repeated",
        "チャットの設定。例：url=https://...、token=...。複数回指定できます",
      ),
      (pair: string, before: string[]) => [...before, pair],
      [],
    )
    .option(
      "--public-url <address>",
      say(
        "where links in messages lead: the address at which people reach the page; here (this machine alone); none",
        "メッセージのリンク先：画面を開くアドレス。または here（このマシンだけ）、none",
      ),
    )
    .option(
      "--hours <hours>",
      say(
        "when messages may come in Japan: always, or such as 07:30-22:00",
        "メッセージを送ってよい日本の時間帯：always、または 07:30-22:00 のように",
      ),
    )
    .option("--trading-days", say("messages on trading days alone", "営業日だけに送ります"))
    .option("--no-trading-days", say("messages on all days", "すべての日に送ります"))
    .option("--port <port>", say("port of the page and the feed", "ページとフィードのポート"));
}

function addManner(command: SpokenCommand, say: Say): void {
  command
    .option(
      "--yes",
      say(
        "take what is there, or the default, for whatever no option says; ask nothing",
        "オプションにないものは今の答えか既定にし、何も質問しません",
      ),
    )
    .option("--no-try", say("write the answers without trying them", "答えを試さずに書きます"))
    .option(
      "--no-expect",
      say(
        "do not read the services' past for the number of mails to expect",
        "メールの数を見込むためにサービスの過去を読みません",
      ),
    )
    .option("--start", say("start the monitor then", "終わったら監視を始めます"))
    .option("--no-start", say("do not start the monitor", "監視を始めません"))
    .option(
      "--json",
      say("print what was done as JSON; ask nothing", "したことを JSON で表示し、何も質問しません"),
    );
}

// What a person should know before calling `yagura init`.

function manualOf(say: Say): Manual {
  return {
    about: [
      say(
        "Asks for services, stocks, mail, chat and hours, one question after another, and tries each answer as it comes: the key at the service, a test message at the mail server. Esc goes back to the question before. Nothing is written before the last answer, and Ctrl-C leaves everything as it was. At its end it lists the files, the polls of a day and the mails to expect, and starts the monitor if you want that.",
        "サービス、銘柄、メール、チャット、時間帯を順に質問し、答えをその場で試します。キーはサービスに示し、メールサーバーにはテストメッセージを送ります。Esc で前の質問に戻れます。最後の答えまで何も書き込まず、Ctrl-C で元のままやめられます。終わりに、書いたファイル、1日の取得の回数、見込まれるメールの数を示し、よければ監視を始めます。",
      ),
      say(
        "Called again, it shows the answers that are there and changes only what is answered otherwise. If the settings have mistakes it leaves them as they are and writes monitor.new.yaml beside them.",
        "もう一度呼ぶと、今の答えを示し、変えた答えだけを書き換えます。設定に間違いがあればそのまま残し、隣に monitor.new.yaml を書きます。",
      ),
    ],
    no: say("it was cancelled: nothing was written", "中止され、何も書き込んでいません"),
    files: [
      ["FOLDER/config/monitor.yaml", say("the settings, with comments", "設定。説明が付いています")],
      ["FOLDER/config/watchlist.csv", say("the stocks", "銘柄")],
      [
        "FOLDER/config/secrets/",
        say("keys and passwords, for their owner alone", "キーとパスワード。持ち主だけが読めます"),
      ],
      ["FOLDER/rules/*.yaml", say("the rules", "ルール")],
    ],
    environment: [
      [
        "YAGURA_MARKET_API_KEY",
        say("the market service's key, where --market-key gives none", "--market-key がないときのキー"),
      ],
      [
        "YAGURA_SMTP_PASSWORD",
        say(
          "the mail server's password, where --smtp-password gives none",
          "--smtp-password がないときのパスワード",
        ),
      ],
    ],
    examples: [
      [
        "npx yagura init my-yagura --yes --stocks 7203,6758 --no-start",
        say(
          "without a question: everything else as it is, or by default",
          "質問なし。ほかは今のままか、既定にします",
        ),
      ],
    ],
    seeAlso: ["yagura check", "yagura run", "docs/start.md"],
  };
}
