import type { CommandMember } from "../command.ts";

export const verify: CommandMember = {
  name: "verify",
  example: "npx yagura verify",
  manual: {
    about: [
      "Reads the whole database, or a backup of it, and says what is damaged or missing and what that means. It counts what is kept, names the rules that no longer mean what their memories were made for, and says whether this is the database of which readers were told last. It changes nothing, and may run beside the monitor.",
    ],
    no: "something is damaged or missing",
    files: [
      ["the database (state)", "read only"],
      ["rules/*.yaml", "what the rules mean now"],
    ],
    examples: [["npx yagura verify /var/backups/yagura.db", "whether a backup is whole"]],
    seeAlso: ["yagura backup", "yagura restore", "docs/operating.md"],
  },
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
