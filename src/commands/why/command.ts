import type { CommandMember } from "../command.ts";

export const why: CommandMember = {
  name: "why",
  example: "npx yagura why --rule large-new-short --subject 7203 --at 2026-11-20T18:00",
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
