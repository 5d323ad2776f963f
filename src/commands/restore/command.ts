import type { CommandMember } from "../command.ts";

export const restore: CommandMember = {
  name: "restore",
  example: "npx yagura restore /var/backups/yagura-2026-11-20.db",
  manual: {
    about: [
      "Verifies a backup and puts it in the place of the database. If the backup is damaged or a monitor runs, nothing is touched. The next start gives the feed a new epoch and tells its readers of the gap; what was told since the backup was made is told once more.",
    ],
    no: "the backup is damaged",
    files: [
      ["the database (state)", "replaced"],
      ["STATE.before-TIME", "the database from before, unless --discard is given"],
    ],
    seeAlso: ["yagura backup", "yagura verify", "docs/operating.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description(
        "put a backup in the place of the database, while no monitor runs; the database from before is kept beside it; exit status 1 if the backup is damaged",
      )
      .argument("<file>", "the backup")
      .option("--discard", "delete the database from before")
      .option("--damaged", "restore the backup though it is damaged")
      .option("--json", "print {ok, file, from, kept, entries, last, lastAt, lost, counts, damaged}")
      .action(async (file, options) => (await import("./restore.ts")).restoreBackup(file, options)),
};
