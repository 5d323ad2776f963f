import type { CommandMember } from "../command.ts";
import { databaseFile, onlyRead } from "../said.ts";

export const verifyCommand: CommandMember = {
  name: "verify",
  example: "npx yagura verify",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Reads the whole database or a backup, and reports what is damaged or missing and what follows. It counts the stored data, lists rules whose stored state no longer matches them, and checks whether this is the database that feed readers saw last. It changes nothing, and can run while the monitor runs.",
        "データベースまたはバックアップの全体を読み、損傷と欠落、その影響を表示します。保存件数、保存された状態が現在の定義と合わないルール、購読者に最後に配信したデータベースかどうかも表示します。何も変更しません。監視の動作中も実行できます。",
      ),
    ],
    no: say("something is damaged or missing", "損傷または欠落があります"),
    files: [
      databaseFile(say, onlyRead(say)),
      ["rules/*.yaml", say("what the rules mean now", "ルールの今の意味")],
    ],
    examples: [
      [
        "npx yagura verify /var/backups/yagura.db",
        say("whether a backup is intact", "バックアップが完全かどうか"),
      ],
    ],
    seeAlso: ["yagura backup", "yagura restore", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "check whether a database or a backup is intact; a monitor may run; exit status 1 if something is damaged or missing, 2 if the file is missing or of another kind",
          "データベースかバックアップが完全かどうかを調べます。監視の動作中も実行できます。損傷や欠落があれば終了ステータスは 1、ファイルがないか種類が違えば 2 です",
        ),
      )
      .argument(
        "[file]",
        say("the database; default: that of the config", "データベース。既定は設定のものです"),
      )
      .option(
        "--no-rules",
        say(
          "do not compare the stored state of rules with the rules of the config",
          "保存されたルールの状態を、設定のルールと比べません",
        ),
      )
      .option(
        "--json",
        say(
          "print {ok, file, entries, last, epoch, counts, memories, putBack, damaged}",
          "{ok, file, entries, last, epoch, counts, memories, putBack, damaged} を表示します",
        ),
      )
      .action(async (file, options) => (await import("./verify.ts")).verify(file, options)),
};
