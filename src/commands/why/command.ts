import type { CommandMember } from "../command.ts";

export const whyCommand: CommandMember = {
  name: "why",
  example: "npx yagura why --rule large-new-short --subject 7203 --at 2026-11-20T18:00",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "show what caused an alert, or why a rule did not fire",
          "アラートの原因、または出なかった理由を表示します",
        ),
      )
      .argument(
        "[alert]",
        say(
          "id or number (seq) of an alert, or of any other event",
          "アラートかほかのイベントの、id か番号（seq）",
        ),
      )
      .option(
        "--rule <rule>",
        say("ask why this rule fired or did not fire", "このルールがアラートを出した、または出さない理由"),
      )
      .option(
        "--subject <subject>",
        say("the stock or series, or the key of the alerts", "7203 のような銘柄か系列、またはアラートのキー"),
      )
      .option(
        "--at <time>",
        say("ask as of this time or day; default: now", "この時刻または日の時点で調べます。既定は現在です"),
      )
      .option("--json", say("print the answer as JSON, in English", "答えを JSON で表示します。文は英語です"))
      .action(async (alert, options) => (await import("./why.ts")).printWhy(alert, options)),
};
