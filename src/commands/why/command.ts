import type { CommandMember } from "../command.ts";
import { databaseFile, onlyRead } from "../said.ts";

export const why: CommandMember = {
  name: "why",
  example: "npx yagura why --rule large-new-short --subject 7203 --at 2026-11-20T18:00",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Answers from the log and from what the monitor noted of its decisions: the cause of an alert, the poll that found it, what became of each receiver's message; or, for a rule and a subject, which condition was not met, and by which event.",
        "記録と、監視が書き留めた判断から答えます。アラートについては、原因、それを見つけた取得、受け手ごとのメッセージがどうなったか。ルールと銘柄については、どの条件が、どのイベントで満たされなかったかです。",
      ),
    ],
    no: say("there is no such alert or event", "そのアラートやイベントはありません"),
    files: [databaseFile(say, onlyRead(say))],
    examples: [
      [
        "npx yagura why 814",
        say("what caused alert 814, and where its mails went", "アラート 814 の原因と、メールの行き先"),
      ],
    ],
    seeAlso: ["yagura alerts", "yagura backtest", "docs/rules.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "say what caused an alert and where its mails went, or why a rule was silent",
          "アラートの原因とメールの行き先、またはルールが黙っていた理由を示します",
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
        say(
          "ask why this rule fired or was silent about a subject",
          "このルールが、ある銘柄や系列についてアラートを出した理由、または黙っていた理由を尋ねます",
        ),
      )
      .option(
        "--subject <subject>",
        say(
          "the stock or series, such as 7203, or the key of the rule's alerts",
          "7203 のような銘柄か系列、またはルールのアラートのキー",
        ),
      )
      .option(
        "--at <time>",
        say(
          "ask as of this time or day, in Japan's time unless it names another; default: now",
          "この時刻か日の時点で尋ねます。時差を書かなければ日本時間です。既定は今です",
        ),
      )
      .option(
        "--json",
        say("print the answer as JSON (docs/rules.md)", "答えを JSON で表示します（docs/rules.md）"),
      )
      .action(async (alert, options) => (await import("./print.ts")).why(alert, options)),
};
