import { type CommandMember, withExample } from "../command.ts";

const decisions = {
  release: "write the events of a source in quarantine, with their alerts and mails",
  discard: "take the rewritten values of a source in quarantine without telling them",
};

export const sources: CommandMember = {
  name: "sources",
  example: "npx yagura sources",
  isConfigured: true,
  declare(command) {
    command
      .description(
        "show how each source is doing, from the monitor's database; decide about a source in quarantine",
      )
      .option("--json", "print an array of {source, state, ...}")
      .action(async (options) => (await import("./sources.ts")).sources(options));
    for (const decision of ["release", "discard"] as const) {
      withExample(command.command(`${decision} <name>`), `npx yagura sources ${decision} margin-alerts`)
        .configureHelp({ showGlobalOptions: true })
        .description(`${decisions[decision]}; exit status 1 if nothing is in quarantine`)
        .option("--token <token>", "access token; default: YAGURA_TOKEN, then the config's first one")
        // --config and --json are those of `sources`, wherever they stand.
        .action(async (name, _options, called) =>
          (await import("./sources.ts")).decide(decision, name, called.optsWithGlobals()),
        );
    }
  },
};
