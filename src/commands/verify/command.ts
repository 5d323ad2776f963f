import type { CommandMember } from "../command.ts";

export const verify: CommandMember = {
  name: "verify",
  example: "npx yagura verify",
  isConfigured: true,
  declare: (command) =>
    command
      .description(
        "check whether a database or a backup is whole, while a monitor runs or not; exit status 1 if something is damaged or missing, 2 if there is no such file or it is another kind of file",
      )
      .argument("[file]", "the database; default: that of the config")
      .option("--no-rules", "do not compare what rules remember with the rules of the config")
      .option("--json", "print {ok, file, entries, last, epoch, counts, memories, putBack, damaged}")
      .action(async (file, options) => (await import("./verify.ts")).verify(file, options)),
};
