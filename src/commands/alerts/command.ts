import type { CommandMember } from "../command.ts";
import { databaseFile, readWhereNoneRuns, tokenAbout } from "../said.ts";

export const alertsCommand: CommandMember = {
  name: "alerts",
  example: "npx yagura alerts",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Prints the open alerts with their number, state, rule and title, and those that are silenced. It asks the running monitor. If none runs, it reads the database.",
        "継続中のアラートの番号、状態、ルール、件名を表示します。通知停止中のものも含みます。監視が動作中なら監視に問い合わせ、動作していなければデータベースを読みます。",
      ),
    ],
    files: [databaseFile(say, readWhereNoneRuns(say))],
    seeAlso: ["yagura acknowledge", "yagura resolve", "yagura silence", "yagura why", "docs/alerts.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "list the open alerts: firing, acknowledged or silenced, since when, how often",
          "継続中のアラートの一覧を表示します：状態（継続中・確認済み・通知停止中）、発生日時、回数",
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
