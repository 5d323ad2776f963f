import { type CommandMember, withAnswerOptions } from "../command.ts";
import type { Said, Say } from "../help.ts";

type Answer = "acknowledge" | "resolve";

export const acknowledgeCommand = answerCommand(
  "acknowledge",
  'npx yagura acknowledge 814 --because "asked the desk"',
  (say) =>
    say(
      "acknowledge an alert, so that it is not repeated",
      "アラートを確認済みにします。以後、繰り返し通知されません",
    ),
);

export const resolveCommand = answerCommand(
  "resolve",
  'npx yagura resolve 814 --because "the figures were wrong"',
  (say) => say("resolve an alert by hand", "アラートを手動で終了します"),
);

function answerCommand(name: Answer, example: string, about: (say: Say) => Said): CommandMember {
  return {
    name,
    example,
    isConfigured: true,
    declare(command, say) {
      if (name === "acknowledge") command.alias("ack");
      withAnswerOptions(command, say)
        .description(about(say))
        .argument("<alert>", say("id or number (seq) of an alert", "アラートの id か番号（seq）"))
        .option("--because <reason>", say("what others should know", "ほかの人に伝えたいこと"))
        .option("--json", say("print {ok, alert, by, already}", "{ok, alert, by, already} を表示します"))
        .action(async (alert, options) =>
          (await import("../monitor-calls.ts")).answerAlert(name, alert, options),
        );
    },
  };
}
