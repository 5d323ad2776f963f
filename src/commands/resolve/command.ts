import { type CommandMember, withAnswerOptions } from "../command.ts";

export const resolve: CommandMember = {
  name: "resolve",
  example: 'npx yagura resolve 814 --because "the figures were wrong"',
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Ends an open alert in the running monitor. Its next event begins a new one.",
        "動いている監視の、継続中のアラートを終了します。次に同じことが起きると、新しいアラートになります。",
      ),
    ],
    no: say(
      "the alert is over already, or the monitor could not write it",
      "アラートはもう終了しているか、監視が書き込めませんでした",
    ),
    seeAlso: ["yagura alerts", "yagura acknowledge", "docs/alerts.md"],
  }),
  declare: (command, say) =>
    withAnswerOptions(command, say)
      .description(
        say(
          "end an alert by hand; exit status 1 if it is over already",
          "アラートを手で終了します。もう終了していれば終了ステータスは 1 です",
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
      .action(async (alert, options) => (await import("./resolve.ts")).resolve(alert, options)),
};
