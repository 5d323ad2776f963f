import { type CommandMember, withAnswerOptions } from "../command.ts";

export const resolveCommand: CommandMember = {
  name: "resolve",
  example: 'npx yagura resolve 814 --because "the figures were wrong"',
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Resolves an open alert in the running monitor. The next event opens a new alert.",
        "動作中の監視で、継続中のアラートを終了します。次のイベントは新しいアラートになります。",
      ),
    ],
    no: say(
      "the alert is resolved already, or the monitor could not write it",
      "アラートがすでに終了しているか、監視が記録できませんでした",
    ),
    seeAlso: ["yagura alerts", "yagura acknowledge", "docs/alerts.md"],
  }),
  declare: (command, say) =>
    withAnswerOptions(command, say)
      .description(
        say(
          "resolve an alert by hand; exit status 1 if it is resolved already",
          "アラートを手動で終了します。すでに終了していれば終了ステータスは 1 です",
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
      .action(async (alert, options) => (await import("./resolve.ts")).resolve(alert, options)),
};
