import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import { jsonAbout, pastFile, type Say, tokenAbout } from "../said.ts";

export const historyCommand: CommandMember = {
  name: "history",
  example: "npx yagura history show 7203 --since 250d",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Services provide past data, as far back as the plan allows. `fetch` reads it into a file, `list` shows what is stored, `show` prints everything about one stock, and `forget` deletes the oldest days. The default is `list`.",
        "サービスは、プランの範囲内で過去のデータも提供します。`fetch` は過去データを専用のファイルに取得し、`list` は保存済みの内容を一覧にし、`show` は1銘柄の全データを表示し、`forget` は古い日のデータを削除します。省略すると `list` になります。",
      ),
    ],
    files: [pastFile(say)],
    examples: [
      [
        "npx yagura history fetch --since 250d --dry-run",
        say("which requests are needed, and how long they take", "必要な呼び出しと所要時間"),
      ],
    ],
    seeAlso: ["yagura backtest", "docs/history.md"],
  }),
  declare(command, say) {
    command
      .description(
        say(
          "past data of the services, stored in a file beside the database: what is there, and everything about one stock",
          "データベースの隣のファイルに保存した、サービスの過去データ：一覧、銘柄ごとの内容",
        ),
      )
      .option("--json", jsonAbout(say));
    for (const add of [addList, addShow, addFetch, addForget]) add(command, say);
  },
};

function addList(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Prints each set of records with its first and last day and its size, and what the services do not provide about the past.",
        "データごとに最初の日、最後の日、件数を表示します。サービスが提供しない過去データも示します。",
      ),
    ],
    files: [pastFile(say)],
    seeAlso: ["yagura history fetch", "docs/history.md"],
  };
  addPart(command, { name: "list", example: "npx yagura history list", manual, isDefault: true }, say)
    .description(
      say(
        "list what is stored: each set with its days and records, and what services do not provide",
        "保存済みの内容を一覧にします：データごとの日と件数、サービスが提供しないもの",
      ),
    )
    .action(async (_options, called) => (await import("./content.ts")).listHistory(called.optsWithGlobals()));
}

function addShow(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Prints all stored past data about one stock or series, the oldest day first.",
        "1つの銘柄か系列について、保存済みの過去データをすべて、古い日から順に表示します。",
      ),
    ],
    no: say("there is nothing about the subject", "その銘柄や系列のデータはありません"),
    files: [pastFile(say)],
    seeAlso: ["yagura history list", "docs/history.md"],
  };
  addPart(command, { name: "show", example: "npx yagura history show 7203 --since 250d", manual }, say)
    .description(
      say(
        "show everything about a stock (7203) or a series (FM08/FXERD01), day by day",
        "銘柄（7203）か系列（FM08/FXERD01）の全データを、日付順に表示します",
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
        "from this time on: 250d, 3bd (trading days), 2026-08-01; default: all",
        "この時刻から：250d、3bd（営業日）、2026-08-01。既定はすべてです",
      ),
    )
    .option(
      "--format <format>",
      say(
        "text, ndjson or csv; default: text on a terminal, else ndjson. Text to a pipe has a record a line",
        "text、ndjson、csv のどれか。既定は、端末では text、ほかでは ndjson です。text をパイプに渡すと1件1行になります",
      ),
    )
    .action(async (subject, _options, called) =>
      (await import("./show.ts")).show(subject, called.optsWithGlobals()),
    );
}

function addFetch(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Reads each set day by day, the newest first, and stores complete pieces only. It can be interrupted at any time. While a monitor runs, the monitor does the work, after all polls.",
        "データごとに、新しい日から1日ずつ取得します。途中までのデータは保存しません。いつでも中断できます。監視の動作中は、定期取得の合間に監視が実行します。",
      ),
    ],
    no: say("some of it could not be read", "一部を取得できませんでした"),
    files: [pastFile(say)],
    seeAlso: ["yagura backtest --history", "docs/history.md"],
  };
  addPart(command, { name: "fetch", example: "npx yagura history fetch --since 250d", manual }, say)
    .description(
      say(
        "read past data of the services, within their limits; the next call continues where it stopped. A running monitor does it between its polls",
        "サービスの過去データを、利用制限の範囲内で取得します。もう一度実行すると続きから再開します。監視の動作中は、定期取得の合間に監視が実行します",
      ),
    )
    .option(
      "--since <time>",
      say(
        "from this time on: 250d, 60bd (trading days), 2026-01-05",
        "この時刻から：250d、60bd（営業日）、2026-01-05",
      ),
      "250d",
    )
    .option("--until <time>", say("up to this time; default: today", "この時刻まで。既定は今日です"))
    .option("--source <name...>", say("only past data of these sources", "この情報源の過去データだけ"))
    .option(
      "--dry-run",
      say(
        "show the requests that are needed, and the time they take at least",
        "必要な呼び出しと、最短の所要時間だけを表示します",
      ),
    )
    .option("--token <token>", tokenAbout(say))
    .action(async (_options, called) => (await import("./fetch.ts")).fetchPast(called.optsWithGlobals()));
}

function addForget(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Deletes all data before a day. It can be fetched again as far as the plan allows.",
        "指定した日より前のデータを削除します。プランの範囲内なら、もう一度取得できます。",
      ),
    ],
    files: [pastFile(say)],
    seeAlso: ["yagura history list", "docs/history.md"],
  };
  addPart(command, { name: "forget", example: "npx yagura history forget --before 2024-01-01", manual }, say)
    .description(
      say(
        "delete all days before the given one; without this, fetched data is kept for good",
        "指定した日より前のデータをすべて削除します。削除しない限り、取得したデータは残ります",
      ),
    )
    .requiredOption(
      "--before <day>",
      say("the first day (YYYY-MM-DD) that is kept", "残す最初の日（YYYY-MM-DD）"),
    )
    .action(async (_options, called) =>
      (await import("./content.ts")).forgetHistory(called.optsWithGlobals()),
    );
}
