import { withAnswerOptions } from "../answer-calls.ts";
import type { CommandMember } from "../command.ts";

export const resolve: CommandMember = {
  name: "resolve",
  example: 'npx yagura resolve 814 --because "the figures were wrong"',
  isConfigured: true,
  declare: (command) =>
    withAnswerOptions(command)
      .description("end an alert by hand; exit status 1 if it is over already")
      .argument("<alert>", "id or number (seq) of an alert; `yagura alerts` shows those that are open")
      .option("--because <reason>", "what others should know")
      .option("--json", "print {ok, alert, by, already}")
      .action(async (alert, options) => (await import("./resolve.ts")).resolve(alert, options)),
};
