import { Option } from "commander";
import type { CommandMember, SpokenCommand } from "../command.ts";
import type { Say } from "../help.ts";

export const initCommand: CommandMember = {
  name: "init",
  example: "npx yagura init my-yagura",
  isConfigured: false,
  declare(command, say) {
    command
      .description(
        say(
          "set a monitor up, or change its answers; each may be an option instead",
          "監視を設定するか、答えを変えます。答えはオプションでも書けます",
        ),
      )
      .argument("[folder]", say("where the files go", "ファイルを置く場所"), ".");
    for (const add of [addServices, addMail, addMessages, addManner]) add(command, say);
    command.action(async (folder, options, own) => {
      const { init: run } = await import("./init.ts");
      const file = await run(folder, options);
      if (file !== undefined) await own.parent?.parseAsync(["run", "--config", file], { from: "user" });
    });
  },
};

function addServices(command: SpokenCommand, say: Say): void {
  const language = say("of questions and mails", "質問とメールの言語");
  const plan = say("its plan", "プラン");
  command
    .addOption(new Option("--language <language>", language).choices(["en", "ja"]))
    .option(
      "--market <address>",
      say("market service: address, simulated or none", "市場サービス：アドレス、simulated、none"),
    )
    .option(
      "--market-key <key>",
      say("its key; better in YAGURA_MARKET_API_KEY", "そのキー。YAGURA_MARKET_API_KEY のほうが安全です"),
    )
    .addOption(new Option("--plan <plan>", plan).choices(["free", "light", "standard", "premium"]))
    .option(
      "--forum <address>",
      say("forum: address, simulated or none", "掲示板：アドレス、simulated、none"),
    )
    .option(
      "--forum-leave",
      say("you have its operator's leave to read it", "プログラムで読む許可を運営者から得ています"),
    )
    .option(
      "--no-forum-leave",
      say("no such leave: the forum stays off", "許可はありません。掲示板はオフにします"),
    )
    .option(
      "--statistics <address>",
      say("statistics: address, simulated or none", "統計サービス：アドレス、simulated、none"),
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
      say("mail server, such as mail.example.jp:587", "メールサーバー。例：mail.example.jp:587"),
    )
    .option(
      "--smtp-user <user>",
      say("login at the mail server; none", "メールサーバーのログイン名。または none"),
    )
    .option(
      "--smtp-password <password>",
      say("its password; better in YAGURA_SMTP_PASSWORD", "同じく。YAGURA_SMTP_PASSWORD のほうが安全です"),
    )
    .option("--from <sender>", say("sender of the mails", "メールの差出人"));
}

function addMessages(command: SpokenCommand, say: Say): void {
  command
    .option(
      "--chat <format>",
      say(
        "a chat that gets the alerts, such as slack; none",
        "アラートを送るチャット。例：slack。または none",
      ),
    )
    .option(
      "--chat-setting <key=value>",
      say("a setting of the chat; can be repeated", "チャットの設定。複数回指定できます"),
      (pair: string, before: string[]) => [...before, pair],
      [],
    )
    .option(
      "--public-url <address>",
      say("where links in messages lead; here; none", "メッセージのリンク先。または here、none"),
    )
    .option(
      "--hours <hours>",
      say("when messages may come: always or 07:30-22:00", "送ってよい時間帯：always か 07:30-22:00 の形"),
    )
    .option("--trading-days", say("messages on trading days alone", "営業日だけに送ります"))
    .option("--no-trading-days", say("messages on all days", "すべての日に送ります"))
    .option("--port <port>", say("port of the page and the feed", "ページとフィードのポート"));
}

function addManner(command: SpokenCommand, say: Say): void {
  command
    .option(
      "--yes",
      say("ask nothing: take what is there, or the default", "何も質問せず、今の答えか既定にします"),
    )
    .option("--no-try", say("write the answers without trying them", "答えを試さずに書きます"))
    .option(
      "--no-expect",
      say("do not find out how many mails to expect", "見込まれるメールの数を調べません"),
    )
    .option("--start", say("start the monitor then", "終わったら監視を始めます"))
    .option("--no-start", say("do not start the monitor", "監視を始めません"))
    .option(
      "--json",
      say("print what was done as JSON; ask nothing", "したことを JSON で表示し、何も質問しません"),
    );
}
