import type { CommandMember } from "../command.ts";
import { databaseFile, onlyRead } from "../said.ts";

export const backupCommand: CommandMember = {
  name: "backup",
  example: "npx yagura backup /var/backups/yagura-$(date +%F).db",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Copies the database, as it is at the moment of the call, into one file. A running monitor is not delayed. The copy is verified and on the disk before it gets its name; a call that is stopped leaves no file.",
        "実行した時点のデータベースを、1つのファイルにコピーします。動作中の監視を待たせません。コピーは、検証してディスクに書き込んでから名前を付けます。途中で中止した場合、ファイルは残りません。",
      ),
      say(
        "Past data of the services (history.db), the settings and the rules are not included.",
        "サービスの過去データ（history.db）、設定、ルールは含みません。",
      ),
    ],
    no: say(
      "the database is damaged, or the call was stopped",
      "データベースが損傷しているか、中止されました",
    ),
    files: [databaseFile(say, onlyRead(say))],
    examples: [
      [
        "npx yagura backup --force /var/backups/yagura.db",
        say(
          "replace the file when the new copy is complete",
          "新しいコピーが完成してから、ファイルを置き換えます",
        ),
      ],
    ],
    seeAlso: ["yagura verify", "yagura restore", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "copy the database into a file and verify the copy before it gets its name; a monitor may run; exit status 1 if the database is damaged",
          "データベースをファイルにコピーし、検証してから名前を付けます。監視の動作中も実行できます。データベースが損傷していれば終了ステータスは 1 です",
        ),
      )
      .argument(
        "<file>",
        say(
          "the backup, one file that its owner alone can read",
          "バックアップのファイル。所有者だけが読めます",
        ),
      )
      .option("--force", say("replace a file that is there", "すでにあるファイルを置き換えます"))
      .option(
        "--damaged",
        say("keep the copy even if the database is damaged", "データベースが損傷していてもコピーを残します"),
      )
      .option(
        "--json",
        say(
          "print {ok, file, from, bytes, entries, last, epoch, counts, damaged}",
          "{ok, file, from, bytes, entries, last, epoch, counts, damaged} を表示します",
        ),
      )
      .action(async (file, options) => (await import("./backup.ts")).backup(file, options)),
};
