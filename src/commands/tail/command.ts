import type { CommandMember } from "../command.ts";

export const tailCommand: CommandMember = {
  name: "tail",
  example: "npx yagura tail --types 'alert.*' --since start",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Prints each entry of the feed when it arrives. It survives restarts of the monitor and broken connections, and loses or repeats no entry. With --since it starts with earlier entries. It ends with SIGINT, or when the reader of its output ends.",
        "フィードの項目を、届くたびに表示します。監視の再起動や接続の切断があっても、欠落や重複は起きません。--since を付けると、過去の項目から始めます。SIGINT を受けるか、出力先が閉じると終了します。",
      ),
    ],
    examples: [
      [
        "npx yagura tail --since snapshot --json",
        say(
          "the current state, then new entries, for a program",
          "現在の状態、続けて新しい項目。プログラムから使う場合",
        ),
      ],
    ],
    seeAlso: ["docs/feed.md", "docs/clients.md"],
  }),
  declare: (command, say) =>
    command
      .description(say("follow the feed of a running monitor", "動作中の監視のフィードを表示し続けます"))
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
          "start after this seq, or `start` for everything that is stored, or `snapshot` for the current state",
          "この seq の次から始めます。`start` は保存されているすべて、`snapshot` は現在の状態から始めます",
        ),
      )
      .option(
        "--consumer <name>",
        say(
          "let the monitor store the position of this reader under a name",
          "読み取り位置を、この名前で監視に保存します",
        ),
      )
      .option(
        "--token <token>",
        say(
          "access token; default: YAGURA_TOKEN, then, without --url, the config's first one",
          "アクセストークン。既定は YAGURA_TOKEN、次に（--url がなければ）設定の最初のトークンです",
        ),
      )
      .option("--json", say("print each event as one line of JSON", "イベントを1件1行の JSON で表示します"))
      .option(
        "--frames",
        say(
          "print every frame as a line of JSON: events with their seq, snapshots, gaps",
          "受信したフレームをすべて JSON で1行ずつ表示します：seq 付きのイベント、スナップショット、欠落",
        ),
      )
      .action(async (options) => (await import("./tail.ts")).tail(options)),
};
