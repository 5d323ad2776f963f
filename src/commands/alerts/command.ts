import { tokenAbout } from "../answer-calls.ts";
import type { CommandMember } from "../command.ts";

export const alerts: CommandMember = {
  name: "alerts",
  example: "npx yagura alerts",
  isConfigured: true,
  declare: (command) =>
    command
      .description("show the alerts that are open: firing, acknowledged or silenced, since when, how often")
      .option("--token <token>", tokenAbout)
      .option("--json", "print an array of {id, seq, state, since, times, rule, subject, title, ...}")
      .action(async (options) => (await import("./alerts.ts")).alerts(options)),
};
