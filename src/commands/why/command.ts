import type { CommandMember } from "../command.ts";

export const why: CommandMember = {
  name: "why",
  example: "npx yagura why --rule large-new-short --subject 7203 --at 2026-11-20T18:00",
  manual: {
    about: [
      "Answers from the log and from what the monitor noted of its decisions: the cause of an alert, the poll that found it, what became of each receiver's message; or, for a rule and a subject, which condition was not met, and by which event.",
    ],
    no: "there is no such alert or event",
    files: [["the database (state)", "read only, without a lock"]],
    examples: [["npx yagura why 814", "what caused alert 814, and where its mails went"]],
    seeAlso: ["yagura alerts", "yagura backtest", "docs/rules.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description("say what caused an alert and where its mails went, or why a rule was silent")
      .argument("[alert]", "id or number (seq) of an alert, or of any other event")
      .option("--rule <rule>", "ask why this rule fired or was silent about a subject")
      .option("--subject <subject>", "the stock or series, such as 7203, or the key of the rule's alerts")
      .option(
        "--at <time>",
        "ask as of this time or day, in Japan's time unless it names another; default: now",
      )
      .option("--json", "print the answer as JSON (docs/rules.md)")
      .action(async (alert, options) => (await import("./print.ts")).why(alert, options)),
};
