import { addPart, type CommandMember, type SpokenCommand } from "../command.ts";
import { jsonAbout, pastFile, type Say, tokenAbout } from "../said.ts";

export const history: CommandMember = {
  name: "history",
  example: "npx yagura history show 7203 --since 250d",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "The services tell their past for as long as the plan allows. `fetch` reads it into a file of its own, `list` says what is in it, `show` prints all of it about a stock, and `forget` deletes the oldest days. Without a word it lists.",
        "サービスは、プランが許す範囲で過去も答えます。`fetch` はそれを専用のファイルに読み込み、`list` は何があるかを示し、`show` は一つの銘柄のすべてを表示し、`forget` は古い日を消します。何も付けなければ `list` と同じです。",
      ),
    ],
    files: [pastFile(say)],
    examples: [
      [
        "npx yagura history fetch --since 250d --dry-run",
        say("what would be asked, and how long it takes", "何を尋ねることになり、どれだけかかるか"),
      ],
    ],
    seeAlso: ["yagura backtest", "docs/history.md"],
  }),
  declare(command, say) {
    command
      .description(
        say(
          "the services' own past, kept in a file beside the database: what is there, and a stock's own",
          "データベースの隣のファイルに保存した、サービス自身の過去：何があるか、一つの銘柄はどうか",
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
        "Prints each set of records with its first and last day and its size, and what the services do not tell of their past.",
        "データごとに最初の日、最後の日、件数を表示し、サービスが過去について答えないことも示します。",
      ),
    ],
    files: [pastFile(say)],
    seeAlso: ["yagura history fetch", "docs/history.md"],
  };
  addPart(command, { name: "list", example: "npx yagura history list", manual, isDefault: true }, say)
    .description(
      say(
        "show what is there: each set with its days and records, and what services do not tell",
        "何があるかを示します：データごとの日と件数、サービスが答えないこと",
      ),
    )
    .action(async (_options, called) => (await import("./list.ts")).list(called.optsWithGlobals()));
}

function addShow(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Prints everything that the history has about one stock or series, the oldest day first.",
        "一つの銘柄か系列について、保存した過去のすべてを、古い日から順に表示します。",
      ),
    ],
    no: say("it has nothing about the subject", "その銘柄や系列のものは何もありません"),
    files: [pastFile(say)],
    seeAlso: ["yagura history list", "docs/history.md"],
  };
  addPart(command, { name: "show", example: "npx yagura history show 7203 --since 250d", manual }, say)
    .description(
      say(
        "show everything about a stock (7203) or a series (FM08/FXERD01), day by day",
        "銘柄（7203）か系列（FM08/FXERD01）のすべてを、日ごとに表示します",
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
        "この時刻から：250d、3bd（取引日）、2026-08-01。既定はすべてです",
      ),
    )
    .option(
      "--format <format>",
      say(
        "text, ndjson or csv; default: text on a terminal, else ndjson. Text to a pipe has a record a line",
        "text、ndjson、csv のどれか。既定は、端末では text、ほかでは ndjson です。text をパイプに渡すと一件一行になります",
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
        "Reads each set day by day, the newest first, and writes each piece whole or not at all. It can be interrupted at any time. Beside a running monitor it runs inside it, behind all polls.",
        "データごとに、新しい日から一日ずつ読み、一まとまりごとに、全部書くか、まったく書かないかのどちらかです。いつでも中断できます。監視が動いていればその中で、定期の取得の後に動きます。",
      ),
    ],
    no: say("some of it could not be read", "一部を読めませんでした"),
    files: [pastFile(say)],
    seeAlso: ["yagura backtest --history", "docs/history.md"],
  };
  addPart(command, { name: "fetch", example: "npx yagura history fetch --since 250d", manual }, say)
    .description(
      say(
        "read the services' own past, within their limits; called again it goes on where it stopped. A running monitor does it beside its polls",
        "サービス自身の過去を、その制限の中で読みます。もう一度呼ぶと続きから始まります。監視が動いていれば、定期の取得の合間に監視が行います",
      ),
    )
    .option(
      "--since <time>",
      say(
        "from this time on: 250d, 60bd (trading days), 2026-01-05",
        "この時刻から：250d、60bd（取引日）、2026-01-05",
      ),
      "250d",
    )
    .option("--until <time>", say("up to this time; default: today", "この時刻まで。既定は今日です"))
    .option("--source <name...>", say("the past of these sources alone", "この情報源の過去だけ"))
    .option(
      "--dry-run",
      say(
        "show what would be asked, and how long that takes at least",
        "何を尋ねることになり、少なくともどれだけかかるかだけを示します",
      ),
    )
    .option("--token <token>", tokenAbout(say))
    .action(async (_options, called) => (await import("./fetch.ts")).fetchPast(called.optsWithGlobals()));
}

function addForget(command: SpokenCommand, say: Say): void {
  const manual = {
    about: [
      say(
        "Deletes what is older than a day, for good; it can be fetched again as far as the plan allows.",
        "ある日より前のものを完全に消します。プランが許す範囲なら、もう一度読めます。",
      ),
    ],
    files: [pastFile(say)],
    seeAlso: ["yagura history list", "docs/history.md"],
  };
  addPart(command, { name: "forget", example: "npx yagura history forget --before 2024-01-01", manual }, say)
    .description(
      say(
        "delete all days before one; a history keeps what was fetched until then",
        "ある日より前のすべての日を消します。それまでは、読んだものはすべて残ります",
      ),
    )
    .requiredOption(
      "--before <day>",
      say("the first day (YYYY-MM-DD) that is kept", "残す最初の日（YYYY-MM-DD）"),
    )
    .action(async (_options, called) => (await import("./forget.ts")).forget(called.optsWithGlobals()));
}
