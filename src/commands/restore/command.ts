import type { CommandMember } from "../command.ts";
import { databaseFile } from "../said.ts";

export const restore: CommandMember = {
  name: "restore",
  example: "npx yagura restore /var/backups/yagura-2026-11-20.db",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Verifies a backup and puts it in the place of the database. If the backup is damaged or a monitor runs, nothing is touched. The next start gives the feed a new epoch and tells its readers of the gap; what was told since the backup was made is told once more.",
        "バックアップを確かめ、データベースと置き換えます。バックアップが壊れているときと、監視が動いているときは、何も変えません。次に始めると、フィードの epoch が新しくなり、読み手には抜けがあると伝わります。バックアップの後に知らせたことは、もう一度知らせます。",
      ),
    ],
    no: say("the backup is damaged", "バックアップが壊れています"),
    files: [
      databaseFile(say, say("replaced", "置き換えます")),
      [
        "STATE.before-TIME",
        say(
          "the database from before, unless --discard is given",
          "前のデータベース（--discard がなければ）",
        ),
      ],
    ],
    seeAlso: ["yagura backup", "yagura verify", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "put a backup in the place of the database, while no monitor runs; the database from before is kept beside it; exit status 1 if the backup is damaged",
          "監視が動いていないときに、バックアップをデータベースと置き換えます。前のデータベースは隣に残します。バックアップが壊れていれば終了ステータスは 1 です",
        ),
      )
      .argument("<file>", say("the backup", "バックアップ"))
      .option("--discard", say("delete the database from before", "前のデータベースを消します"))
      .option(
        "--damaged",
        say("restore the backup though it is damaged", "壊れたバックアップでも元に戻します"),
      )
      .option(
        "--json",
        say(
          "print {ok, file, from, kept, entries, last, lastAt, lost, counts, damaged}",
          "{ok, file, from, kept, entries, last, lastAt, lost, counts, damaged} を表示します",
        ),
      )
      .action(async (file, options) => (await import("./restore.ts")).restoreBackup(file, options)),
};
