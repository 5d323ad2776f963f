import type { CommandMember } from "../command.ts";

export const tailCommand: CommandMember = {
  name: "tail",
  example: "npx yagura tail --types 'alert.*' --since start",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(say("follow the feed of a running monitor", "動作中の監視のフィードを表示し続けます"))
      .option(
        "--url <url>",
        say("address of the feed; default: that of the config", "フィードのアドレス。既定は設定のものです"),
      )
      .option(
        "--types <types>",
        say("only these types, such as alert.*,short.report.*", "この種類だけ。例：alert.*,short.report.*"),
      )
      .option(
        "--subjects <subjects>",
        say("only these subjects, such as 7203,6758", "この銘柄や系列だけ。例：7203,6758"),
      )
      .option(
        "--watchlist <name>",
        say("only subjects on this watchlist of the settings", "設定のこのウォッチリストにあるものだけ"),
      )
      .option(
        "--where <condition>",
        say("only entries for which this condition is true", "この条件に合う項目だけ"),
      )
      .option(
        "--since <seq>",
        say(
          "after this seq; `start`: all; `snapshot`: as it is",
          "この seq の次から。または `start`、`snapshot`",
        ),
      )
      .option(
        "--consumer <name>",
        say("let the monitor store the position under a name", "読み取り位置を、この名前で監視に保存します"),
      )
      .option(
        "--token <token>",
        say(
          "access token; default: YAGURA_TOKEN, the config's",
          "トークン。既定は YAGURA_TOKEN か設定のもの",
        ),
      )
      .option("--json", say("print each event as one line of JSON", "イベントを1件1行の JSON で表示します"))
      .option(
        "--frames",
        say("print every frame as a line of JSON", "受信したフレームをすべて JSON で表示します"),
      )
      .action(async (options) => (await import("./tail.ts")).tail(options)),
};
