import { type CommandMember, withAnswerOptions } from "../command.ts";

export const acknowledge: CommandMember = {
  name: "acknowledge",
  example: 'npx yagura acknowledge 814 --because "asked the desk"',
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Tells the running monitor that somebody knows of an alert, so that it is not repeated. Others see who it was, and why.",
        "動いている監視に、アラートを確認した人がいると伝えます。以後、繰り返し通知されません。誰がなぜ確認したかは、ほかの人にも見えます。",
      ),
    ],
    no: say(
      "the alert is over, or the monitor could not write it",
      "アラートが終了しているか、監視が書き込めませんでした",
    ),
    seeAlso: ["yagura alerts", "yagura resolve", "docs/alerts.md"],
  }),
  declare: (command, say) =>
    withAnswerOptions(command, say)
      .alias("ack")
      .description(
        say(
          "say that you know of an alert: it is not repeated; exit status 1 if it is over",
          "アラートを確認済みにします。以後、繰り返し通知されません。終了していれば終了ステータスは 1 です",
        ),
      )
      .argument(
        "<alert>",
        say(
          "id or number (seq) of an alert; `yagura alerts` shows those that are open",
          "アラートの id か番号（seq）。継続中のものは `yagura alerts` で見られます",
        ),
      )
      .option("--because <reason>", say("what others should know", "ほかの人に伝えたいこと"))
      .option("--json", say("print {ok, alert, by, already}", "{ok, alert, by, already} を表示します"))
      .action(async (alert, options) => (await import("./acknowledge.ts")).acknowledge(alert, options)),
};
