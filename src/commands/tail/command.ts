import type { CommandMember } from "../command.ts";

export const tail: CommandMember = {
  name: "tail",
  example: "npx yagura tail --types 'alert.*' --since start",
  manual: {
    about: [
      "Prints each entry of the feed as it comes, through restarts of the monitor and broken connections, without losing or repeating one. With --since it begins with what was before. It ends with SIGINT, or when whoever reads its output goes away.",
    ],
    examples: [
      ["npx yagura tail --since snapshot --json", "what stands now, then what is new, for a program"],
    ],
    seeAlso: ["docs/feed.md", "docs/clients.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description("follow the feed of a running monitor")
      .option("--url <url>", "address of the feed; default: that of the config")
      .option("--types <types>", "only these event types, comma-separated, such as alert.*,short.report.*")
      .option("--subjects <subjects>", "only these subjects, comma-separated, such as 7203,6758")
      .option("--watchlist <name>", "only subjects on this watchlist of the settings")
      .option(
        "--where <condition>",
        "only entries for which this is true, such as \"now.severity == 'critical'\"",
      )
      .option(
        "--since <seq>",
        "begin after this seq, or `start` for everything that is kept, or `snapshot` for what stands now",
      )
      .option("--consumer <name>", "let the monitor keep the place of this reader under a name")
      .option(
        "--token <token>",
        "access token; default: YAGURA_TOKEN, then, without --url, the config's first one",
      )
      .option("--json", "print each event as one line of JSON")
      .option("--frames", "print all that comes as lines of JSON: events with their seq, snapshots, gaps")
      .action(async (options) => (await import("./tail.ts")).tail(options)),
};
