import type { CommandMember } from "../command.ts";

export const verify: CommandMember = {
  name: "verify",
  example: "npx yagura verify",
  isConfigured: true,
  declare: (command) =>
    command
      .description(
        "check whether a database is whole, while a monitor runs or not; exit status 1 if something is damaged, 2 if it cannot be opened",
      )
      .argument("[file]", "the database; default: that of the config")
      .option("--json", "print {ok, file, entries, damaged}")
      .action(async (file, options) => (await import("./verify.ts")).verify(file, options)),
};
