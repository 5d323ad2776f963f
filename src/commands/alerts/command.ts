import type { CommandMember } from "../command.ts";
import { tokenAbout } from "../help.ts";

export const alertsCommand: CommandMember = {
  name: "alerts",
  example: "npx yagura alerts",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(say("list the open alerts", "継続中のアラートの一覧を表示します"))
      .option("--token <token>", tokenAbout(say))
      .option(
        "--json",
        say(
          "print an array of {id, seq, state, rule, title, ...}",
          "{id, seq, state, rule, title, ...} の配列を表示します",
        ),
      )
      .action(async (options) => (await import("./alerts.ts")).alerts(options)),
};
