import type { CommandMember } from "../command.ts";

export const backtest: CommandMember = {
  name: "backtest",
  example: "npx yagura backtest --since 90d --rules rules-new --against rules",
  isConfigured: true,
  declare: (command) =>
    command
      .description(
        "judge the stored log once more: alerts and mails a day, the loudest rules, what other rules would change; sends nothing. Events before --since that are kept are judged as well, so that windows are full, and not counted",
      )
      .option("--since <time>", "count from here on: 90d, 3bd (trading days), 2026-08-01", "90d")
      .option("--until <time>", "up to here, a day with its end; default: now")
      .option("--rules <folder>", "the rules; default: those of the config")
      .option("--against <folder>", "rules to compare them with: which alerts come, and which go")
      .option("--json", "print the report as JSON")
      .action(async (options) => (await import("./print.ts")).backtest(options)),
};
