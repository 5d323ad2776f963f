import type { CommandMember } from "../command.ts";
import { databaseFile, onlyRead } from "../said.ts";

export const backup: CommandMember = {
  name: "backup",
  example: "npx yagura backup /var/backups/yagura-$(date +%F).db",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Copies the database as it is at the moment of the call into one file. A running monitor waits for nothing meanwhile. The copy is verified and on the disk before it gets its name; a call that is stopped leaves nothing.",
        "呼んだ時点のデータベースを、一つのファイルに写します。動いている監視は待たされません。写しは、確かめられ、ディスクに書かれてから名前が付きます。途中で止めれば何も残りません。",
      ),
      say(
        "The services' own past (history.db), the settings and the rules are not in it.",
        "サービス自身の過去（history.db）、設定、ルールは含まれません。",
      ),
    ],
    no: say(
      "the database is damaged, or the call was stopped",
      "データベースが壊れているか、途中で止められました",
    ),
    files: [databaseFile(say, onlyRead(say))],
    examples: [
      [
        "npx yagura backup --force /var/backups/yagura.db",
        say("replace the file, once the new copy is whole", "新しい写しができてから、ファイルを置き換えます"),
      ],
    ],
    seeAlso: ["yagura verify", "yagura restore", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "copy the database into a file, while a monitor runs or not, and verify the copy before it gets its name; exit status 1 if the database is damaged",
          "データベースをファイルに写し、確かめてから名前を付けます。監視が動いていてもできます。データベースが壊れていれば終了ステータスは 1 です",
        ),
      )
      .argument(
        "<file>",
        say(
          "the backup, one file that its owner alone can read",
          "バックアップのファイル。持ち主だけが読めます",
        ),
      )
      .option("--force", say("replace a file that is there", "すでにあるファイルを置き換えます"))
      .option(
        "--damaged",
        say("keep the copy though the database is damaged", "データベースが壊れていても写しを残します"),
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
