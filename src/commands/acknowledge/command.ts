import { withAnswerOptions } from "../answer-calls.ts";
import type { CommandMember } from "../command.ts";

export const acknowledge: CommandMember = {
  name: "acknowledge",
  example: 'npx yagura acknowledge 814 --because "asked the desk"',
  manual: {
    about: [
      "Tells the running monitor that somebody knows of an alert, so that it is not repeated. Others see who it was, and why.",
    ],
    no: "the alert is over, or the monitor could not write it",
    seeAlso: ["yagura alerts", "yagura resolve", "docs/alerts.md"],
  },
  isConfigured: true,
  declare: (command) =>
    withAnswerOptions(command)
      .alias("ack")
      .description("say that you know of an alert: it is not repeated; exit status 1 if it is over")
      .argument("<alert>", "id or number (seq) of an alert; `yagura alerts` shows those that are open")
      .option("--because <reason>", "what others should know")
      .option("--json", "print {ok, alert, by, already}")
      .action(async (alert, options) => (await import("./acknowledge.ts")).acknowledge(alert, options)),
};
