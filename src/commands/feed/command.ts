import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import { jsonAbout, type Say, tokenAbout } from "../help.ts";

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
      .action(async (options) => (await import("./feed.ts")).tail(options)),
};

export const consumersCommand: CommandMember = {
  name: "consumers",
  example: "npx yagura consumers list",
  isConfigured: true,
  declare(command, say) {
    command
      .description(
        say(
          "consumers of the feed and their positions: list, forget",
          "フィードのコンシューマーとその位置を扱います：list、forget",
        ),
      )
      .option("--json", jsonAbout(say));
    for (const add of [addList, addForget]) add(command, say);
  },
};

function addList(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "list", example: "npx yagura consumers list", isDefault: true }, say)
    .description(say("list the consumers by name", "コンシューマーを名前順に表示します"))
    .option("--token <token>", tokenAbout(say))
    .action(async (_options, called) => (await import("./feed.ts")).listConsumers(called.optsWithGlobals()));
}

function addForget(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "forget", example: "npx yagura consumers forget bot-1" }, say)
    .description(say("remove a consumer and its position", "コンシューマーとその位置を削除します"))
    .option("--token <token>", tokenAbout(say))
    .argument("<name>", say("name of the consumer, such as bot-1", "bot-1 のようなコンシューマーの名前"))
    .action(async (name, _options, called) =>
      (await import("./feed.ts")).forgetConsumer(name, called.optsWithGlobals()),
    );
}
