import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import { databaseFile, jsonAbout, readWhereNoneRuns, type Say, tokenAbout } from "../said.ts";

export const consumersCommand: CommandMember = {
  name: "consumers",
  example: "npx yagura consumers list",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Consumers are programs that let the monitor store their position in the feed under a name. `list` lists them, `forget` removes one. The default is `list`.",
        "コンシューマーは、フィードをどこまで処理したかを名前を付けて監視に保存させるプログラムです。`list` は一覧を表示し、`forget` は1つを削除します。省略すると `list` になります。",
      ),
    ],
    examples: [
      [
        "npx yagura consumers forget bot-1",
        say("free the name of a program that is gone", "使わなくなったプログラムの名前を空けます"),
      ],
    ],
    seeAlso: ["yagura tail", "docs/feed.md"],
  }),
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
  const manual = {
    about: [
      say(
        "Prints each consumer with its owner, its position, how many entries it is behind, and when it was connected last.",
        "各コンシューマーの所有者、位置、未処理の件数、最後に接続した時刻を表示します。",
      ),
    ],
    files: [databaseFile(say, readWhereNoneRuns(say))],
    seeAlso: ["yagura consumers forget", "docs/feed.md"],
  };
  addPart(command, { name: "list", example: "npx yagura consumers list", manual, isDefault: true }, say)
    .description(say("list the consumers by name", "コンシューマーを名前順に表示します"))
    .option("--token <token>", tokenAbout(say))
    .action(async (_options, called) =>
      (await import("./consumers.ts")).listConsumers(called.optsWithGlobals()),
    );
}

function addForget(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Removes a consumer and its position from the running monitor. Its connection gets `ended`. A program that uses the name again begins as a new one.",
        "動作中の監視から、コンシューマーとその位置を削除します。接続中なら `ended` が送られます。同じ名前を再び使うプログラムは、新しいコンシューマーとして始まります。",
      ),
    ],
    no: say(
      "there is no such consumer, or the monitor could not write it",
      "そのコンシューマーがないか、監視が記録できませんでした",
    ),
    seeAlso: ["yagura consumers list", "docs/feed.md"],
  };
  addPart(command, { name: "forget", example: "npx yagura consumers forget bot-1", manual }, say)
    .description(
      say(
        "remove a consumer and its position; exit status 1 if there is no such consumer",
        "コンシューマーとその位置を削除します。そのコンシューマーがなければ終了ステータスは 1 です",
      ),
    )
    .option("--token <token>", tokenAbout(say))
    .argument("<name>", say("name of the consumer, such as bot-1", "bot-1 のようなコンシューマーの名前"))
    .action(async (name, _options, called) =>
      (await import("./consumers.ts")).forgetConsumer(name, called.optsWithGlobals()),
    );
}
