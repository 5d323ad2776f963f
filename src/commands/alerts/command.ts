import { tokenAbout } from "../answer-calls.ts";
import type { CommandMember } from "../command.ts";

export const alerts: CommandMember = {
  name: "alerts",
  example: "npx yagura alerts",
  manual: {
    about: [
      "Prints the open alerts with their number, state, rule and title, and those that are silenced. It asks the running monitor, and where none runs reads its database.",
    ],
    files: [["the database (state)", "read only, where no monitor runs"]],
    seeAlso: ["yagura acknowledge", "yagura resolve", "yagura silence", "yagura why", "docs/alerts.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description("show the alerts that are open: firing, acknowledged or silenced, since when, how often")
      .option("--token <token>", tokenAbout)
      .option("--json", "print an array of {id, seq, state, since, times, rule, subject, title, ...}")
      .action(async (options) => (await import("./alerts.ts")).alerts(options)),
};
