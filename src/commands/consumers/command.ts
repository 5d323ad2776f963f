import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import { jsonAbout, type Say, tokenAbout } from "../help.ts";

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
    .action(async (_options, called) =>
      (await import("./consumers.ts")).listConsumers(called.optsWithGlobals()),
    );
}

function addForget(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "forget", example: "npx yagura consumers forget bot-1" }, say)
    .description(say("remove a consumer and its position", "コンシューマーとその位置を削除します"))
    .option("--token <token>", tokenAbout(say))
    .argument("<name>", say("name of the consumer, such as bot-1", "bot-1 のようなコンシューマーの名前"))
    .action(async (name, _options, called) =>
      (await import("./consumers.ts")).forgetConsumer(name, called.optsWithGlobals()),
    );
}
