import type { CommandMember } from "../command.ts";

export const backup: CommandMember = {
  name: "backup",
  example: "npx yagura backup /var/backups/yagura-$(date +%F).db",
  manual: {
    about: [
      "Copies the database as it is at the moment of the call into one file. A running monitor waits for nothing meanwhile. The copy is verified and on the disk before it gets its name; a call that is stopped leaves nothing.",
      "The services' own past (history.db), the settings and the rules are not in it.",
    ],
    no: "the database is damaged, or the call was stopped",
    files: [["the database (state)", "read only"]],
    examples: [
      ["npx yagura backup --force /var/backups/yagura.db", "replace the file, once the new copy is whole"],
    ],
    seeAlso: ["yagura verify", "yagura restore", "docs/operating.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description(
        "copy the database into a file, while a monitor runs or not, and verify the copy before it gets its name; exit status 1 if the database is damaged",
      )
      .argument("<file>", "the backup, one file that its owner alone can read")
      .option("--force", "replace a file that is there")
      .option("--damaged", "keep the copy though the database is damaged")
      .option("--json", "print {ok, file, from, bytes, entries, last, epoch, counts, damaged}")
      .action(async (file, options) => (await import("./backup.ts")).backup(file, options)),
};
