import type { CommandMember } from "../command.ts";

export const verify: CommandMember = {
  name: "verify",
  example: "npx yagura verify",
  isConfigured: true,
  declare: (command) =>
    command
      .description(
        "check whether a database is whole, beside a running monitor or at rest; exit status 1 when something is damaged, 2 when it cannot be opened",
      )
      .argument("[file]", "the database; default: that of the config")
      .option("--json", "print {ok, file, entries, damaged}")
      .action(async (file, options) => (await import("./verify.ts")).verify(file, options)),
};
