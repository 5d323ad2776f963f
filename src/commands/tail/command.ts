import type { CommandMember } from "../command.ts";

export const tail: CommandMember = {
  name: "tail",
  example: "npx yagura tail --types 'alert.*' --since start",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Prints each entry of the feed as it comes, through restarts of the monitor and broken connections, without losing or repeating one. With --since it begins with what was before. It ends with SIGINT, or when whoever reads its output goes away.",
        "フィードの項目を、届くたびに表示します。監視が再起動しても接続が切れても、失わず、繰り返しません。--since を付けると、前のものから始めます。SIGINT で終わります。出力の読み手がいなくなったときも終わります。",
      ),
    ],
    examples: [
      [
        "npx yagura tail --since snapshot --json",
        say(
          "what stands now, then what is new, for a program",
          "今あるもの、続けて新しいもの。プログラムから使う場合",
        ),
      ],
    ],
    seeAlso: ["docs/feed.md", "docs/clients.md"],
  }),
  declare: (command, say) =>
    command
      .description(say("follow the feed of a running monitor", "動いている監視のフィードを追います"))
      .option(
        "--url <url>",
        say("address of the feed; default: that of the config", "フィードのアドレス。既定は設定のものです"),
      )
      .option(
        "--types <types>",
        say(
          "only these event types, comma-separated, such as alert.*,short.report.*",
          "この種類のイベントだけ。alert.*,short.report.* のようにコンマで区切ります",
        ),
      )
      .option(
        "--subjects <subjects>",
        say(
          "only these subjects, comma-separated, such as 7203,6758",
          "この銘柄や系列だけ。7203,6758 のようにコンマで区切ります",
        ),
      )
      .option(
        "--watchlist <name>",
        say("only subjects on this watchlist of the settings", "設定のこのウォッチリストにあるものだけ"),
      )
      .option(
        "--where <condition>",
        say(
          "only entries for which this is true, such as \"now.severity == 'critical'\"",
          "この条件に合う項目だけ。例：\"now.severity == 'critical'\"",
        ),
      )
      .option(
        "--since <seq>",
        say(
          "begin after this seq, or `start` for everything that is kept, or `snapshot` for what stands now",
          "この seq の次から始めます。`start` は残っているすべて、`snapshot` は今あるものからです",
        ),
      )
      .option(
        "--consumer <name>",
        say(
          "let the monitor keep the place of this reader under a name",
          "読み手の位置を、この名前で監視に覚えさせます",
        ),
      )
      .option(
        "--token <token>",
        say(
          "access token; default: YAGURA_TOKEN, then, without --url, the config's first one",
          "アクセストークン。既定は YAGURA_TOKEN、次に（--url がなければ）設定の最初のトークンです",
        ),
      )
      .option("--json", say("print each event as one line of JSON", "イベントを一件一行の JSON で表示します"))
      .option(
        "--frames",
        say(
          "print all that comes as lines of JSON: events with their seq, snapshots, gaps",
          "届くすべてを JSON の行で表示します：seq の付いたイベント、今あるもの、抜け",
        ),
      )
      .action(async (options) => (await import("./tail.ts")).tail(options)),
};
