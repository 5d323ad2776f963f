import { withAnswerOptions } from "../answer-calls.ts";
import type { CommandMember } from "../command.ts";

export const acknowledge: CommandMember = {
  name: "acknowledge",
  example: 'npx yagura acknowledge 814 --because "asked the desk"',
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
