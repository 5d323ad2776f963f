/** Commands that set a monitor up: its files are written, checked and described, its messages tried, the shell taught. */
import type { Command } from "commander";
import { argument, type CommandMember, option } from "../command.ts";

/** Whom to ask, and where; in the order in which `yagura init` asks. */
const serviceOptions = [
  option("--language <language>", "of questions and mails", "質問とメールの言語", { choices: ["en", "ja"] }),
  option(
    "--market <address>",
    "market service: address, simulated or none",
    "市場サービス：アドレス、simulated、none",
  ),
  option(
    "--market-key <key>",
    "its key; better in YAGURA_MARKET_API_KEY",
    "そのキー。YAGURA_MARKET_API_KEY のほうが安全です",
  ),
  option("--plan <plan>", "its plan", "プラン", { choices: ["free", "light", "standard", "premium"] }),
  option("--forum <address>", "forum: address, simulated or none", "掲示板：アドレス、simulated、none"),
  option(
    "--forum-leave",
    "you have its operator's leave to read it",
    "プログラムで読む許可を運営者から得ています",
  ),
  option("--no-forum-leave", "no such leave: the forum stays off", "許可はありません。掲示板はオフにします"),
  option(
    "--statistics <address>",
    "statistics: address, simulated or none",
    "統計サービス：アドレス、simulated、none",
  ),
  option("--stocks <list>", "codes or names, with commas between", "銘柄のコードか名前。コンマで区切ります"),
];

const messageOptions = [
  option(
    "--mail <addresses>",
    "who gets the mails, with commas between; none",
    "メールの宛先。コンマで区切ります。または none",
  ),
  option(
    "--smtp <server>",
    "mail server, such as mail.example.jp:587",
    "メールサーバー。例：mail.example.jp:587",
  ),
  option("--smtp-user <user>", "login at the mail server; none", "メールサーバーのログイン名。または none"),
  option(
    "--smtp-password <password>",
    "its password; better in YAGURA_SMTP_PASSWORD",
    "同じく。YAGURA_SMTP_PASSWORD のほうが安全です",
  ),
  option("--from <sender>", "sender of the mails", "メールの差出人"),
  option(
    "--chat <format>",
    "a chat that gets the alerts, such as slack; none",
    "アラートを送るチャット。例：slack。または none",
  ),
  option(
    "--chat-setting <key=value>",
    "a setting of the chat; can be repeated",
    "チャットの設定。複数回指定できます",
    { isRepeated: true },
  ),
  option(
    "--public-url <address>",
    "where links in messages lead; here; none",
    "メッセージのリンク先。または here、none",
  ),
  option(
    "--hours <hours>",
    "when messages may come: always or 07:30-22:00",
    "送ってよい時間帯：always か 07:30-22:00 の形",
  ),
  option("--trading-days", "messages on trading days alone", "営業日だけに送ります"),
  option("--no-trading-days", "messages on all days", "すべての日に送ります"),
  option("--port <port>", "port of the page and the feed", "ページとフィードのポート"),
];

export const initCommand: CommandMember = {
  name: "init",
  about: [
    "set a monitor up, or change its answers; each may be an option instead",
    "モニターを設定するか、答えを変えます。答えはオプションでも書けます",
  ],
  example: "npx yagura init my-yagura",
  isConfigured: false,
  arguments: [argument("[folder]", "where the files go", "ファイルを置く場所", { fallback: "." })],
  options: [
    ...serviceOptions,
    ...messageOptions,
    option(
      "--yes",
      "ask nothing: take what is there, or the default",
      "何も質問せず、今の答えか既定にします",
    ),
    option("--no-try", "write the answers without trying them", "答えを試さずに書きます"),
    option("--no-expect", "do not find out how many mails to expect", "見込まれるメールの数を調べません"),
    option("--start", "start the monitor then", "終わったら監視を始めます"),
    option("--no-start", "do not start the monitor", "監視を始めません"),
    option(
      "--json",
      "print what was done as JSON; ask nothing",
      "したことを JSON で表示し、何も質問しません",
    ),
  ],
  async run(folder, options, { parent: program }: Command) {
    const file = await (await import("./init/init.ts")).init(folder, options);
    if (file !== undefined) await program?.parseAsync(["run", "--config", file], { from: "user" });
  },
};

export const checkCommand: CommandMember = {
  name: "check",
  about: [
    "check the config file and the rules; report every mistake",
    "設定ファイルとルールを調べ、すべての間違いを示します",
  ],
  example: "npx yagura check --json",
  isConfigured: true,
  options: [
    option(
      "--online",
      "then ask each service what the key allows",
      "続けて、キーで利用できる機能を各サービスに確認します",
    ),
    option(
      "--json",
      "print {ok, problems}, with --online also {online}",
      "{ok, problems} を表示します。--online なら online も",
    ),
  ],
  run: async (options) => (await import("./check.ts")).check(options),
};

export const schemaCommand: CommandMember = {
  name: "schema",
  about: [
    "print the JSON Schema of files, for editors",
    "ファイルの JSON Schema を、エディターのために表示します",
  ],
  example: "npx yagura schema > docs/schema/rules.json",
  isConfigured: false,
  arguments: [argument("[of]", "kind", "種類", { choices: ["rules", "config", "tests"], fallback: "rules" })],
  options: [
    option(
      "--config <file>",
      "allow only events of this config file's sources",
      "この設定ファイルの情報源のイベントだけを許します",
    ),
    option(
      "--json",
      "changes nothing: the output is always JSON",
      "何も変わりません。出力はいつも JSON です",
    ),
  ],
  run: async (of, options) => (await import("./check.ts")).schema(of, options),
};

export const sendTestCommand: CommandMember = {
  name: "send-test",
  about: [
    "send a test message to each mail address and target",
    "各メールアドレスと送信先にテストメッセージを送ります",
  ],
  example: "npx yagura send-test --to trader@example.com",
  isConfigured: true,
  options: [
    option(
      "--to <address>",
      "only to this mail address, target or recipient",
      "このメールアドレス、送信先、宛先だけに送ります",
    ),
    option(
      "--json",
      "print an array of {address, ok, message, way, note}",
      "{address, ok, message, way, note} の配列を表示します",
    ),
  ],
  run: async (options) => (await import("./check.ts")).sendTest(options),
};

export const watchlistCommand: CommandMember = {
  name: "watchlist",
  about: ["write onto a watchlist: import", "ウォッチリストに書き込みます：import"],
  example: "npx yagura watchlist import holdings.csv --to mine",
  isConfigured: true,
  parts: [
    {
      name: "import",
      about: [
        "take a broker's list of holdings, or any list of codes",
        "証券会社の保有一覧や、銘柄コードの一覧を取り込みます",
      ],
      example: "npx yagura watchlist import holdings.csv --to mine",
      arguments: [argument("<file>", "CSV or text; - for stdin", "CSV かテキスト。- で標準入力")],
      options: [
        option(
          "--to <name>",
          "the watchlist; default: mine, or the only one",
          "ウォッチリスト。既定は mine か、唯一のリスト",
        ),
        option("--yes", "write it without asking", "確認せずに書き込みます"),
        option("--json", "print the plan and {written}", "計画と {written} を表示します"),
      ],
      run: async (file, options) => (await import("./watchlist.ts")).importWatchlist(file, options),
    },
  ],
};

export const completionCommand: CommandMember = {
  name: "completion",
  about: [
    "print a script by which a shell completes commands",
    "コマンドとオプションを補完するシェルスクリプトを表示します",
  ],
  example: "npx yagura completion bash > ~/.local/share/bash-completion/completions/yagura",
  isConfigured: false,
  arguments: [argument("<shell>", "your shell", "使っているシェル", { choices: ["bash", "zsh", "fish"] })],
  options: [option("--json", "print what is completed, as {calls}", "補完の内容を {calls} の形で表示します")],
  run: async (shell, options, called: Command) =>
    (await import("./completion.ts")).completion(shell, called.parent ?? called, options),
};
