/** Commands about the database as a file: copies of it, whether one is whole, and a copy in its place. */
import { argument, type CommandMember, option } from "../command.ts";

export const backupCommand: CommandMember = {
  name: "backup",
  about: [
    "copy the database into a file and verify the copy",
    "データベースをファイルにコピーし、検証します",
  ],
  example: "npx yagura backup /var/backups/yagura-$(date +%F).db",
  isConfigured: true,
  arguments: [
    argument(
      "<file>",
      "the backup, one file that its owner alone can read",
      "バックアップのファイル。所有者だけが読めます",
    ),
  ],
  options: [
    option("--force", "replace a file that is there", "すでにあるファイルを置き換えます"),
    option(
      "--damaged",
      "keep the copy even if the database is damaged",
      "データベースが損傷していてもコピーを残します",
    ),
    option(
      "--json",
      "print {ok, file, from, bytes, entries, damaged, ...}",
      "{ok, file, from, bytes, entries, damaged, ...} を表示します",
    ),
  ],
  run: async (file, options) => (await import("./copies.ts")).writeBackup(file, options),
};

export const verifyCommand: CommandMember = {
  name: "verify",
  about: [
    "check whether a database or a backup is intact",
    "データベースかバックアップが完全かどうかを調べます",
  ],
  example: "npx yagura verify",
  isConfigured: true,
  arguments: [
    argument("[file]", "the database; default: that of the config", "データベース。既定は設定のものです"),
  ],
  options: [
    option(
      "--no-rules",
      "do not compare what rules remember with the rules",
      "保存されたルールの状態を、設定のルールと比べません",
    ),
    option(
      "--json",
      "print {ok, file, entries, counts, damaged, ...}",
      "{ok, file, entries, counts, damaged, ...} を表示します",
    ),
    option("--behind", "end with the monitor that started it", "起動したモニターとともに終わります", {
      isHidden: true,
    }),
  ],
  run: async (file, options) => (await import("./copies.ts")).printVerified(file, options),
};

export const restoreCommand: CommandMember = {
  name: "restore",
  about: [
    "replace the database with a backup, while no monitor runs",
    "データベースをバックアップで置き換えます。先にモニターを停止してください",
  ],
  example: "npx yagura restore /var/backups/yagura-2026-11-20.db",
  isConfigured: true,
  arguments: [argument("<file>", "the backup", "バックアップ")],
  options: [
    option("--discard", "delete the previous database", "元のデータベースを削除します"),
    option("--damaged", "restore the backup even if it is damaged", "損傷したバックアップでも復元します"),
    option(
      "--force",
      "restore one that has less, or is of another monitor",
      "中身の少ない、または別のモニターのバックアップでも復元します",
    ),
    option(
      "--json",
      "print {ok, file, from, kept, entries, lost, ...}",
      "{ok, file, from, kept, entries, lost, ...} を表示します",
    ),
  ],
  run: async (file, options) => (await import("./copies.ts")).restoreBackup(file, options),
};
