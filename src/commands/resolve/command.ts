import { withAnswerOptions } from "../answer-calls.ts";
import type { CommandMember } from "../command.ts";

export const resolve: CommandMember = {
  name: "resolve",
  example: 'npx yagura resolve 814 --because "the figures were wrong"',
  manual: {
    about: ["Ends an open alert in the running monitor. Its next event begins a new one."],
    no: "the alert is over already, or the monitor could not write it",
    seeAlso: ["yagura alerts", "yagura acknowledge", "docs/alerts.md"],
  },
  isConfigured: true,
  declare: (command) =>
    withAnswerOptions(command)
      .description("end an alert by hand; exit status 1 if it is over already")
      .argument("<alert>", "id or number (seq) of an alert; `yagura alerts` shows those that are open")
      .option("--because <reason>", "what others should know")
      .option("--json", "print {ok, alert, by, already}")
      .action(async (alert, options) => (await import("./resolve.ts")).resolve(alert, options)),
};
