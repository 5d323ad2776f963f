import type { Command } from "commander";
import { type CommandMember, withManual } from "../command.ts";
import type { Manual } from "../manual.ts";

const formats = "text, ndjson or csv; default: text on a terminal, else ndjson";

const files = [["history.db", "the services' past, beside the database"]] as const;

const manuals = {
  list: {
    about: [
      "Prints each set of records with its first and last day and its size, and what the services do not tell of their past.",
    ],
    files,
    seeAlso: ["yagura history fetch", "docs/history.md"],
  },
  show: {
    about: ["Prints everything that the history has about one stock or series, the oldest day first."],
    no: "it has nothing about the subject",
    files,
    seeAlso: ["yagura history list", "docs/history.md"],
  },
  fetch: {
    about: [
      "Reads each set day by day, the newest first, and writes each piece whole or not at all. It can be interrupted at any time. Beside a running monitor it runs inside it, behind all polls.",
    ],
    no: "some of it could not be read",
    files,
    seeAlso: ["yagura backtest --history", "docs/history.md"],
  },
  forget: {
    about: ["Deletes what is older than a day, for good; it can be fetched again as far as the plan allows."],
    files,
    seeAlso: ["yagura history list", "docs/history.md"],
  },
} satisfies Record<string, Manual>;

export const history: CommandMember = {
  name: "history",
  example: "npx yagura history show 7203 --since 250d",
  manual: {
    about: [
      "The services tell their past for as long as the plan allows. `fetch` reads it into a file of its own, `list` says what is in it, `show` prints all of it about a stock, and `forget` deletes the oldest days. Without a word it lists.",
    ],
    files: [["history.db", "the services' past, beside the database"]],
    examples: [
      ["npx yagura history fetch --since 250d --dry-run", "what would be asked, and how long it takes"],
    ],
    seeAlso: ["yagura backtest", "docs/history.md"],
  },
  isConfigured: true,
  declare(command) {
    command
      .description(
        "the services' own past, kept in a file beside the database: what is there, and a stock's own",
      )
      .option("--json", "print what a program reads");
    for (const declare of [list, show, fetch, forget]) declare(command);
  },
};

function list(command: Command): void {
  sub(command, "list", "npx yagura history list", manuals.list, { isDefault: true })
    .description("show what is there: each set with its days and records, and what services do not tell")
    .action(async (_options, called) => (await import("./list.ts")).list(called.optsWithGlobals()));
}

function show(command: Command): void {
  sub(command, "show", "npx yagura history show 7203 --since 250d", manuals.show)
    .description(
      "show everything about a stock (7203) or a series (FM08/FXERD01), day by day, a record a line",
    )
    .argument("<subject>", "a stock's code, such as 7203, or a series as DB/CODE")
    .option("--since <time>", "from this time on: 250d, 3bd (trading days), 2026-08-01; default: all")
    .option("--format <format>", formats)
    .action(async (subject, _options, called) =>
      (await import("./show.ts")).show(subject, called.optsWithGlobals()),
    );
}

function fetch(command: Command): void {
  sub(command, "fetch", "npx yagura history fetch --since 250d", manuals.fetch)
    .description(
      "read the services' own past, within their limits; called again it goes on where it stopped. A running monitor does it beside its polls",
    )
    .option("--since <time>", "from this time on: 250d, 60bd (trading days), 2026-01-05", "250d")
    .option("--until <time>", "up to this time; default: today")
    .option("--source <name...>", "the past of these sources alone")
    .option("--dry-run", "show what would be asked, and how long that takes at least")
    .option(
      "--token <token>",
      "access token of the monitor; default: YAGURA_TOKEN, then the config's first one",
    )
    .action(async (_options, called) => (await import("./fetch.ts")).fetchPast(called.optsWithGlobals()));
}

function forget(command: Command): void {
  sub(command, "forget", "npx yagura history forget --before 2024-01-01", manuals.forget)
    .description("delete all days before one; a history keeps what was fetched until then")
    .requiredOption("--before <day>", "the first day (YYYY-MM-DD) that is kept")
    .action(async (_options, called) => (await import("./forget.ts")).forget(called.optsWithGlobals()));
}

/** A part of `history`; --config and --json are those of `history`, wherever they stand. */
function sub(command: Command, call: string, example: string, manual: Manual, options = {}): Command {
  return withManual(command.command(call, options), example, manual).configureHelp({
    showGlobalOptions: true,
  });
}
