import { Option } from "commander";
import type { CommandMember } from "../command.ts";

export const backupCommand: CommandMember = {
  name: "backup",
  example: "npx yagura backup /var/backups/yagura-$(date +%F).db",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "copy the database into a file and verify the copy",
          "データベースをファイルにコピーし、検証します",
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
          "print {ok, file, from, bytes, entries, damaged, ...}",
          "{ok, file, from, bytes, entries, damaged, ...} を表示します",
        ),
      )
      .action(async (file, options) => (await import("./copies.ts")).writeBackup(file, options)),
};

export const verifyCommand: CommandMember = {
  name: "verify",
  example: "npx yagura verify",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "check whether a database or a backup is intact",
          "データベースかバックアップが完全かどうかを調べます",
        ),
      )
      .argument(
        "[file]",
        say("the database; default: that of the config", "データベース。既定は設定のものです"),
      )
      .option(
        "--no-rules",
        say(
          "do not compare what rules remember with the rules",
          "保存されたルールの状態を、設定のルールと比べません",
        ),
      )
      .option(
        "--json",
        say(
          "print {ok, file, entries, counts, damaged, ...}",
          "{ok, file, entries, counts, damaged, ...} を表示します",
        ),
      )
      // For a monitor alone.
      .addOption(new Option("--behind").hideHelp())
      .action(async (file, options) => (await import("./copies.ts")).printVerified(file, options)),
};

export const restoreCommand: CommandMember = {
  name: "restore",
  example: "npx yagura restore /var/backups/yagura-2026-11-20.db",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "replace the database with a backup, while no monitor runs",
          "データベースをバックアップで置き換えます。先に監視を停止してください",
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
          "restore one that has less, or is of another monitor",
          "中身の少ない、または別の監視のバックアップでも復元します",
        ),
      )
      .option(
        "--json",
        say(
          "print {ok, file, from, kept, entries, lost, ...}",
          "{ok, file, from, kept, entries, lost, ...} を表示します",
        ),
      )
      .action(async (file, options) => (await import("./copies.ts")).restoreBackup(file, options)),
};
