import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import { jsonAbout, type Say, tokenAbout } from "../help.ts";

export const historyCommand: CommandMember = {
  name: "history",
  example: "npx yagura history show 7203 --since 250d",
  isConfigured: true,
  declare(command, say) {
    command
      .description(
        say(
          "past data of the services: list, show, fetch, forget",
          "サービスの過去データを扱います：list、show、fetch、forget",
        ),
      )
      .option("--json", jsonAbout(say));
    for (const add of [addList, addShow, addFetch, addForget]) add(command, say);
  },
};

function addList(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "list", example: "npx yagura history list", isDefault: true }, say)
    .description(
      say(
        "list what is stored, and what services do not provide",
        "保存済みの内容と、サービスが提供しないものを一覧にします",
      ),
    )
    .action(async (_options, called) => (await import("./content.ts")).listHistory(called.optsWithGlobals()));
}

function addShow(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "show", example: "npx yagura history show 7203 --since 250d" }, say)
    .description(
      say(
        "show everything about a stock or a series, day by day",
        "銘柄か系列の全データを、日付順に表示します",
      ),
    )
    .argument(
      "<subject>",
      say(
        "a stock's code, such as 7203, or a series as DB/CODE",
        "7203 のような銘柄コード、または DB/CODE の形の系列",
      ),
    )
    .option(
      "--since <time>",
      say(
        "from then on: 250d, 3bd, 2026-08-01; default: all",
        "この時刻から：250d、3bd、2026-08-01。既定はすべて",
      ),
    )
    .option(
      "--format <format>",
      say(
        "text, ndjson or csv; default: text on a terminal",
        "text、ndjson、csv のどれか。既定は端末では text",
      ),
    )
    .action(async (subject, _options, called) =>
      (await import("./show.ts")).show(subject, called.optsWithGlobals()),
    );
}

function addFetch(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "fetch", example: "npx yagura history fetch --since 250d" }, say)
    .description(
      say(
        "read past data of the services; the next call continues where it stopped",
        "サービスの過去データを取得します。もう一度実行すると続きから再開します",
      ),
    )
    .option(
      "--since <time>",
      say("from then on: 250d, 60bd, 2026-01-05", "この時刻から：250d、60bd、2026-01-05"),
      "250d",
    )
    .option("--until <time>", say("up to this time; default: today", "この時刻まで。既定は今日です"))
    .option("--source <name...>", say("only past data of these sources", "この情報源の過去データだけ"))
    .option(
      "--dry-run",
      say("only show the requests needed, and their time", "必要な呼び出しと所要時間だけを表示します"),
    )
    .option("--token <token>", tokenAbout(say))
    .action(async (_options, called) => (await import("./fetch.ts")).fetchPast(called.optsWithGlobals()));
}

function addForget(command: SpokenCommand, say: Say): void {
  addPart(command, { name: "forget", example: "npx yagura history forget --before 2024-01-01" }, say)
    .description(say("delete all days before the given one", "指定した日より前のデータをすべて削除します"))
    .requiredOption(
      "--before <day>",
      say("the first day (YYYY-MM-DD) that is kept", "残す最初の日（YYYY-MM-DD）"),
    )
    .action(async (_options, called) =>
      (await import("./content.ts")).forgetHistory(called.optsWithGlobals()),
    );
}
