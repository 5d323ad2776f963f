import type { CommandMember } from "../command.ts";
import { databaseFile } from "../said.ts";

export const restoreCommand: CommandMember = {
  name: "restore",
  example: "npx yagura restore /var/backups/yagura-2026-11-20.db",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Verifies a backup and replaces the database with it. If the backup is damaged, cut or emptier than the database, or a monitor runs, nothing is changed. At the next start the feed has a new epoch and informs its readers of the gap. Notifications since the backup are repeated.",
        "バックアップを検証し、データベースと置き換えます。バックアップが損傷しているとき、途中で切れているとき、データベースより中身が少ないとき、監視が動作中のときは、何も変更しません。次の起動時にフィードの epoch が新しくなり、購読者に欠落の範囲を知らせます。バックアップ後の通知は、もう一度行われます。",
      ),
    ],
    no: say("the backup is damaged", "バックアップが損傷しています"),
    files: [
      databaseFile(say, say("replaced", "置き換えます")),
      [
        "STATE.before-TIME",
        say("the previous database, unless --discard is given", "元のデータベース（--discard がなければ）"),
      ],
    ],
    seeAlso: ["yagura backup", "yagura verify", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "replace the database with a backup while no monitor runs; the previous database is kept beside it; exit status 1 if the backup is damaged",
          "データベースをバックアップで置き換えます。監視を停止してから実行してください。元のデータベースは隣に残します。バックアップが損傷していれば終了ステータスは 1 です",
        ),
      )
      .argument("<file>", say("the backup", "バックアップ"))
      .option("--discard", say("delete the previous database", "元のデータベースを削除します"))
      .option(
        "--damaged",
        say("restore the backup even if it is damaged", "損傷したバックアップでも復元します"),
      )
      .option(
        "--force",
        say(
          "restore the backup even if the database has something and the backup nothing, or if it is of another monitor and has less than half as much",
          "データベースに中身があるのにバックアップが空のときや、別の監視のもので中身が半分に満たないときも復元します",
        ),
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
