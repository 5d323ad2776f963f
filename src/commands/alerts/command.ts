import type { CommandMember } from "../command.ts";
import { databaseFile, readWhereNoneRuns, tokenAbout } from "../said.ts";

export const alerts: CommandMember = {
  name: "alerts",
  example: "npx yagura alerts",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Prints the open alerts with their number, state, rule and title, and those that are silenced. It asks the running monitor, and where none runs reads its database.",
        "継続中のアラートの番号、状態、ルール、題を表示します。通知停止中のものも含みます。動いている監視に尋ね、動いていなければデータベースを読みます。",
      ),
    ],
    files: [databaseFile(say, readWhereNoneRuns(say))],
    seeAlso: ["yagura acknowledge", "yagura resolve", "yagura silence", "yagura why", "docs/alerts.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "show the alerts that are open: firing, acknowledged or silenced, since when, how often",
          "継続中のアラートを表示します：継続中・確認済み・通知停止中、いつからか、何回か",
        ),
      )
      .option("--token <token>", tokenAbout(say))
      .option(
        "--json",
        say(
          "print an array of {id, seq, state, since, times, rule, subject, title, ...}",
          "{id, seq, state, since, times, rule, subject, title, ...} の配列を表示します",
        ),
      )
      .action(async (options) => (await import("./alerts.ts")).alerts(options)),
};
