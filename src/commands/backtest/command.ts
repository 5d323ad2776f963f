import type { CommandMember } from "../command.ts";

export const backtest: CommandMember = {
  name: "backtest",
  example: "npx yagura backtest --history --since 250d --show 5",
  manual: {
    about: [
      "Gives the rules every event of the log, or of the services' past with --history, and counts the alerts and mails that they would have given. It writes nothing and sends nothing, and may run beside the monitor.",
    ],
    files: [
      ["rules/*.yaml", "the rules; --rules"],
      ["the database (state)", "read only"],
      ["history.db", "the services' past, beside the database; read only"],
    ],
    examples: [
      [
        "npx yagura backtest --against ../rules-new",
        "which alerts other rules would add, and which they would leave out",
      ],
    ],
    seeAlso: ["yagura history", "yagura why", "docs/rules.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description(
        "evaluate rules on the stored log, or on the services' own past: alerts and mails a day, the loudest rules and stocks, what other rules would change. It sends nothing. Events from before --since fill the windows and are not counted",
      )
      .option("--since <time>", "count from this time on: 90d, 3bd (trading days), 2026-08-01", "90d")
      .option("--until <time>", "count up to this time, a day included; default: now")
      .option("--rules <folder>", "folder of the rules; default: that of the config")
      .option("--against <folder>", "folder of rules to compare with: which alerts come, and which go")
      .option(
        "--history",
        "play the services' past, as `yagura history fetch` read it, in the place of the log",
      )
      .option("--watchlist <name>", "count only alerts about the stocks of a watchlist")
      .option("--show <mails>", "print so many of the first mails as they would go out")
      .option("--json", "print the report as JSON")
      .action(async (options) => (await import("./print.ts")).backtest(options)),
};
