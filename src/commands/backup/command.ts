import type { CommandMember } from "../command.ts";

export const backup: CommandMember = {
  name: "backup",
  example: "npx yagura backup /var/backups/yagura-$(date +%F).db",
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
