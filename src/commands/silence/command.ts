import type { Command } from "commander";
import { tokenAbout, withAnswerOptions } from "../answer-calls.ts";
import { type CommandMember, withExample } from "../command.ts";

export const silence: CommandMember = {
  name: "silence",
  example: `npx yagura silence add 'rule=short-* subject=7203' --for 3h --because "known by the desk"`,
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
  withAnswerOptions(sub(command, "add <match>", example))
    .description(
      "silence the alerts that match: a blank is and, a comma or, * any text, != not. " +
        "Keys: rule, key, severity, subject, source, watchlist, label.NAME",
    )
    .option("--for <time>", "how long: 30m, 3h, 2d, or 1bd for a trading day; at most 30 days")
    .option("--until <time>", "until this time in Japan, or the end of this day, instead")
    .requiredOption("--because <reason>", "why, for those who miss the alerts")
    .option("--fate <fate>", "what becomes of the alerts: drop, hold (told when it ends) or digest", "drop")
    .action(async (match, _options, called) =>
      (await import("./silence.ts")).add(match, called.optsWithGlobals()),
    );
}

function list(command: Command): void {
  sub(command, "list", "npx yagura silence list", { isDefault: true })
    .description("show the silences that are set, the one that ends first in front")
    .option("--token <token>", tokenAbout)
    .action(async (_options, called) => (await import("./silence.ts")).list(called.optsWithGlobals()));
}

function expire(command: Command): void {
  withAnswerOptions(sub(command, "expire <id>", "npx yagura silence expire s814"))
    .description("end a silence now: what it held is told; exit status 1 if no such silence is set")
    .action(async (id, _options, called) =>
      (await import("./silence.ts")).expire(id, called.optsWithGlobals()),
    );
}

function sub(command: Command, usage: string, example: string, options = {}): Command {
  // --config and --json are those of `silence`, wherever they stand.
  return withExample(command.command(usage, options), example).configureHelp({ showGlobalOptions: true });
}
