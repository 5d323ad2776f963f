import type { Command } from "commander";
import { tokenAbout, withAnswerOptions } from "../answer-calls.ts";
import { type CommandMember, withManual } from "../command.ts";
import type { Manual } from "../manual.ts";

const manuals = {
  add: {
    about: [
      "Sets a silence in the running monitor. Alerts that match are on the feed as ever, but nobody is sent them until it ends.",
    ],
    no: "the monitor could not write it",
    seeAlso: ["yagura silence list", "yagura alerts", "docs/alerts.md"],
  },
  list: {
    about: ["Prints each silence with its id, what it matches, who set it and why, and when it ends."],
    files: [["the database (state)", "read only, where no monitor runs"]],
    seeAlso: ["yagura silence add", "docs/alerts.md"],
  },
  expire: {
    about: ["Ends a silence in the running monitor before its time. What it held back is told at once."],
    no: "no such silence is set, or the monitor could not write it",
    seeAlso: ["yagura silence list", "docs/alerts.md"],
  },
} satisfies Record<string, Manual>;

export const silence: CommandMember = {
  name: "silence",
  example: `npx yagura silence add 'rule=short-* subject=7203' --for 3h --because "known by the desk"`,
  manual: {
    about: [
      "Keeps alerts that match quiet until an end that you set, with a reason that others can read. `add` sets a silence in the running monitor, `list` shows those that are set, `expire` ends one. Without a word it lists.",
    ],
    examples: [["npx yagura silence expire s814", "end it before its time"]],
    seeAlso: ["yagura alerts", "docs/alerts.md"],
  },
  isConfigured: true,
  declare(command) {
    command
      .description("keep alerts quiet for a while: add, list, expire")
      .option("--json", "print what a program reads");
    for (const declare of [add, list, expire]) declare(command);
  },
};

function add(command: Command): void {
  const example = `npx yagura silence add 'rule=short-* subject=7203' --until 2026-11-24T09:00 --because "results are out"`;
  withAnswerOptions(sub(command, "add", example, manuals.add))
    .description(
      "silence the alerts that match: a blank is and, a comma or, * any text, != not. " +
        "Keys: rule, key, severity, subject, source, watchlist, label.NAME",
    )
    .argument("<match>", "which alerts, such as 'rule=short-* subject=7203'")
    .option("--for <time>", "how long: 30m, 3h, 2d, or 1bd for a trading day; at most 30 days")
    .option("--until <time>", "until this time in Japan, or the end of this day, instead")
    .requiredOption("--because <reason>", "why, for those who miss the alerts")
    .option("--fate <fate>", "what becomes of the alerts: drop, hold (told when it ends) or digest", "drop")
    .action(async (match, _options, called) =>
      (await import("./silence.ts")).add(match, called.optsWithGlobals()),
    );
}

function list(command: Command): void {
  sub(command, "list", "npx yagura silence list", manuals.list, { isDefault: true })
    .description("show the silences that are set, the one that ends first in front")
    .option("--token <token>", tokenAbout)
    .action(async (_options, called) => (await import("./silence.ts")).list(called.optsWithGlobals()));
}

function expire(command: Command): void {
  withAnswerOptions(sub(command, "expire", "npx yagura silence expire s814", manuals.expire))
    .description("end a silence now: what it held is told; exit status 1 if no such silence is set")
    .argument("<id>", "id of a silence, such as s814; `yagura silence` shows them")
    .action(async (id, _options, called) =>
      (await import("./silence.ts")).expire(id, called.optsWithGlobals()),
    );
}

function sub(command: Command, usage: string, example: string, manual: Manual, options = {}): Command {
  // --config and --json are those of `silence`, wherever they stand.
  return withManual(command.command(usage, options), example, manual).configureHelp({
    showGlobalOptions: true,
  });
}
