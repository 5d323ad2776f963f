import type { CommandMember } from "../command.ts";

export const healthcheck: CommandMember = {
  name: "healthcheck",
  example: "npx yagura healthcheck",
  manual: {
    about: [
      "Asks the running monitor of these settings on its port. It is well when its database can be written; sources that fail, are late or in quarantine are named beside that.",
    ],
    no: "it is not well, or none answers",
    examples: [["npx yagura healthcheck --json", "for a program"]],
    seeAlso: ["yagura sources", "docs/operating.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description("ask the running monitor whether it is well; exit status 1 if it is not")
      .option("--json", "print its answer as an object, with {verdict, reasons}")
      .action(async (options) => (await import("./healthcheck.ts")).healthcheck(options)),
};
