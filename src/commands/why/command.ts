import type { CommandMember } from "../command.ts";
import { databaseFile, onlyRead } from "../said.ts";

export const whyCommand: CommandMember = {
  name: "why",
  example: "npx yagura why --rule large-new-short --subject 7203 --at 2026-11-20T18:00",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Answers from the log and from the recorded decisions of the monitor. For an alert: its cause, the poll that found it, and the message to each receiver. For a rule and a subject: which condition was not met, and by which event.",
        "記録と、監視の判断の履歴をもとに表示します。アラートについては、原因、検出した取得、宛先ごとの送信結果です。ルールと銘柄については、満たされなかった条件とそのイベントです。",
      ),
    ],
    no: say("there is no such alert or event", "そのアラートやイベントはありません"),
    files: [databaseFile(say, onlyRead(say))],
    examples: [
      [
        "npx yagura why 814",
        say("what caused alert 814, and where its mails went", "アラート 814 の原因と、メールの送信先"),
      ],
    ],
    seeAlso: ["yagura alerts", "yagura backtest", "docs/rules.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "show what caused an alert and where its mails went, or why a rule did not fire",
          "アラートの原因とメールの送信先、またはルールがアラートを出さなかった理由を表示します",
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
          "ask why this rule fired or did not fire for a subject",
          "このルールが、ある銘柄や系列についてアラートを出した理由、または出さなかった理由を調べます",
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
          "この時刻または日の時点で調べます。時差を書かなければ日本時間です。既定は現在です",
        ),
      )
      .option(
        "--json",
        say(
          "print the answer as JSON, its sentences in English (docs/rules.md)",
          "答えを JSON で表示します。文は英語です（docs/rules.md）",
        ),
      )
      .action(async (alert, options) => (await import("./why.ts")).printWhy(alert, options)),
};
