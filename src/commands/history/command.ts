import type { Command } from "commander";
import { type CommandMember, withExample } from "../command.ts";

const formats = "text, ndjson or csv; default: text on a terminal, else ndjson";

export const history: CommandMember = {
  name: "history",
  example: "npx yagura history show 7203 --since 250d",
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
  sub(command, "list", "npx yagura history list", { isDefault: true })
    .description("show what is there: each set with its days and records, and what services do not tell")
    .action(async (_options, called) => (await import("./list.ts")).list(called.optsWithGlobals()));
}

function show(command: Command): void {
  sub(command, "show <subject>", "npx yagura history show 7203 --since 250d")
    .description(
      "show everything about a stock (7203) or a series (FM08/FXERD01), day by day, a record a line",
    )
    .option("--since <time>", "from this time on: 250d, 3bd (trading days), 2026-08-01; default: all")
    .option("--format <format>", formats)
    .action(async (subject, _options, called) =>
      (await import("./show.ts")).show(subject, called.optsWithGlobals()),
    );
}

function fetch(command: Command): void {
  sub(command, "fetch", "npx yagura history fetch --since 250d")
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
  sub(command, "forget", "npx yagura history forget --before 2024-01-01")
    .description("delete all days before one; a history keeps what was fetched until then")
    .requiredOption("--before <day>", "the first day (YYYY-MM-DD) that is kept")
    .action(async (_options, called) => (await import("./forget.ts")).forget(called.optsWithGlobals()));
}

/** A part of `history`; --config and --json are those of `history`, wherever they stand. */
function sub(command: Command, call: string, example: string, options = {}): Command {
  return withExample(command.command(call, options), example).configureHelp({ showGlobalOptions: true });
}
