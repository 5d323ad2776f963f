import { type CommandMember, withAnswerOptions } from "../command.ts";

export const acknowledgeCommand: CommandMember = {
  name: "acknowledge",
  example: 'npx yagura acknowledge 814 --because "asked the desk"',
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Acknowledges an alert in the running monitor, so that it is not repeated. Others see who did it, and why.",
        "動作中の監視で、アラートを確認済みにします。以後、繰り返し通知されません。確認した人と理由は、ほかの人にも表示されます。",
      ),
    ],
    no: say(
      "the alert is resolved already, or the monitor could not write it",
      "アラートが終了しているか、監視が記録できませんでした",
    ),
    seeAlso: ["yagura alerts", "yagura resolve", "docs/alerts.md"],
  }),
  declare: (command, say) =>
    withAnswerOptions(command, say)
      .alias("ack")
      .description(
        say(
          "acknowledge an alert, so that it is not repeated; exit status 1 if it is resolved already",
          "アラートを確認済みにします。以後、繰り返し通知されません。終了していれば終了ステータスは 1 です",
        ),
      )
      .argument(
        "<alert>",
        say(
          "id or number (seq) of an alert; `yagura alerts` lists the open ones",
          "アラートの id か番号（seq）。継続中のものは `yagura alerts` で確認できます",
        ),
      )
      .option("--because <reason>", say("what others should know", "ほかの人に伝えたいこと"))
      .option("--json", say("print {ok, alert, by, already}", "{ok, alert, by, already} を表示します"))
      .action(async (alert, options) => (await import("./acknowledge.ts")).acknowledge(alert, options)),
};
