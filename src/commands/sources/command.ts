import { type CommandMember, withManual } from "../command.ts";

const decisions = {
  release: "write the events of a source in quarantine, with their alerts and mails",
  discard: "take the rewritten values of a source in quarantine without telling them",
};

const decisionManual = {
  about: [
    "Tells the running monitor what a person decided about a source in quarantine. `yagura sources` shows samples of what was rewritten.",
  ],
  no: "nothing of it is in quarantine, or the monitor could not write it",
  seeAlso: ["yagura sources", "docs/operating.md"],
};

export const sources: CommandMember = {
  name: "sources",
  example: "npx yagura sources",
  manual: {
    about: [
      "Prints each source with its state, when it last succeeded, since when and why it fails, what is late and what is in quarantine. It reads the database, and asks the running monitor where there is one.",
      "A poll that rewrites much of what was published is held back until a person decides: `release` tells it, `discard` takes it silently.",
    ],
    files: [["the database (state)", "read only"]],
    seeAlso: ["yagura healthcheck", "docs/sources.md", "docs/operating.md"],
  },
  isConfigured: true,
  declare(command) {
    command
      .description(
        "show how each source is doing, from the monitor's database; decide about a source in quarantine",
      )
      .option("--json", "print an array of {source, state, ...}")
      .action(async (options) => (await import("./sources.ts")).sources(options));
    for (const decision of ["release", "discard"] as const) {
      const example = `npx yagura sources ${decision} margin-alerts`;
      withManual(command.command(decision), example, decisionManual)
        .configureHelp({ showGlobalOptions: true })
        .description(`${decisions[decision]}; exit status 1 if nothing is in quarantine`)
        .argument("<name>", "name of the source, such as margin-alerts")
        .option("--token <token>", "access token; default: YAGURA_TOKEN, then the config's first one")
        // --config and --json are those of `sources`, wherever they stand.
        .action(async (name, _options, called) =>
          (await import("./sources.ts")).decide(decision, name, called.optsWithGlobals()),
        );
    }
  },
};
