import type { Command } from "commander";
import { type CommandMember, withManual } from "../command.ts";
import type { Manual } from "../manual.ts";

const output = ["OUTPUT", "what was asked for; it has its name only once it is whole"] as const;
const database = ["the database (state)", "read only, without a lock"] as const;
const past = ["history.db", "the services' past, beside the database; read only"] as const;

const manuals = {
  events: {
    about: ["Writes each entry of the log with its number, its times and its data, the oldest first."],
    files: [database, output],
    seeAlso: ["yagura tail", "docs/operating.md", "docs/feed.md"],
  },
  alerts: {
    about: ["Writes each alert with its beginning and end, who answered it, and its messages."],
    files: [database, output],
    seeAlso: ["yagura alerts", "docs/operating.md", "docs/alerts.md"],
  },
  history: {
    about: ["Writes the records of the services' own past, day by day, under their readable names."],
    files: [past, output],
    seeAlso: ["yagura history list", "docs/operating.md", "docs/records.md"],
  },
} satisfies Record<string, Manual>;

export const exportCommand: CommandMember = {
  name: "export",
  example: "npx yagura export events --types 'short.report.*' --since 90d --output shorts.parquet",
  manual: {
    about: [
      "Writes what is kept as rows: `events` the log, `alerts` the alerts, `history` the services' own past. It reads beside a running monitor and needs little memory. Damaged entries are left out, and stderr says how many.",
    ],
    files: [database, past, output],
    examples: [
      ["npx yagura export history --sets market/markets/margin-alert > margin.ndjson", "the past of one set"],
    ],
    seeAlso: ["yagura history list", "yagura backup", "docs/operating.md"],
  },
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
    manuals.events,
  )
    .description("the log, a row an entry")
    .option("--types <types>", "only these types, comma-separated, such as alert.*,short.report.*")
    .action(async (_options, called) => (await import("./export.ts")).events(called.optsWithGlobals()));
}

function alerts(command: Command): void {
  sub(
    command,
    "alerts",
    "npx yagura export alerts --since 30d --output alerts.csv --spreadsheet",
    manuals.alerts,
  )
    .description("the alerts, a row an episode: its times, its state, and what became of its messages")
    .option("--rules <rules>", "only those of these rules, comma-separated")
    .action(async (_options, called) => (await import("./export.ts")).alerts(called.optsWithGlobals()));
}

function history(command: Command): void {
  sub(
    command,
    "history",
    "npx yagura export history --sets market/markets/margin-alert --output margin.parquet",
    manuals.history,
  )
    .description("the services' own past that `yagura history fetch` read, a row a record")
    .option("--sets <sets>", "only these sets, comma-separated; `yagura history` lists them")
    .action(async (_options, called) => (await import("./export.ts")).history(called.optsWithGlobals()));
}

/** A part of `export`; --config is that of `export`, wherever it stands. */
function sub(command: Command, call: string, example: string, manual: Manual): Command {
  return withManual(command.command(call), example, manual)
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
