import type { Command } from "commander";
import { type CommandMember, withExample } from "../command.ts";

export const exportCommand: CommandMember = {
  name: "export",
  example: "npx yagura export events --types 'short.report.*' --since 90d --output shorts.parquet",
  isConfigured: true,
  declare(command) {
    command.description(
      "write the log, the alerts or the services' own past as a file of data, beside a running monitor too",
    );
    events(command);
    alerts(command);
    history(command);
  },
};

function events(command: Command): void {
  sub(
    command,
    "events",
    "npx yagura export events --types 'margin.alert.*' --since 2026-01-01 > margin.ndjson",
  )
    .description("the log, a row an entry")
    .option("--types <types>", "only these types, comma-separated, such as alert.*,short.report.*")
    .action(async (_options, called) => (await import("./export.ts")).events(called.optsWithGlobals()));
}

function alerts(command: Command): void {
  sub(command, "alerts", "npx yagura export alerts --since 30d --output alerts.csv --spreadsheet")
    .description("the alerts, a row an episode: its times, its state, and what became of its messages")
    .option("--rules <rules>", "only those of these rules, comma-separated")
    .action(async (_options, called) => (await import("./export.ts")).alerts(called.optsWithGlobals()));
}

function history(command: Command): void {
  sub(
    command,
    "history",
    "npx yagura export history --sets market/markets/margin-alert --output margin.parquet",
  )
    .description("the services' own past that `yagura history fetch` read, a row a record")
    .option("--sets <sets>", "only these sets, comma-separated; `yagura history` lists them")
    .action(async (_options, called) => (await import("./export.ts")).history(called.optsWithGlobals()));
}

/** A part of `export`; --config is that of `export`, wherever it stands. */
function sub(command: Command, call: string, example: string): Command {
  return withExample(command.command(call), example)
    .configureHelp({ showGlobalOptions: true })
    .option("--format <format>", "ndjson, csv or parquet; default: by the name of the output, else ndjson")
    .option("--output <file>", "the file; default: stdout")
    .option("--force", "replace a file that is there")
    .option(
      "--since <time>",
      "from this time on: 90d, 3bd (trading days), 2026-08-01; default: all that is kept",
    )
    .option("--until <time>", "up to this time; default: now")
    .option(
      "--subject <subjects>",
      "only about these stocks or series, comma-separated, such as 7203,FM08/FXERD01",
    )
    .option("--spreadsheet", "CSV for a spreadsheet: no text of it is taken for a formula");
}
