import type { CommandMember } from "../command.ts";
import { databaseFile, onlyRead } from "../said.ts";

export const verify: CommandMember = {
  name: "verify",
  example: "npx yagura verify",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Reads the whole database, or a backup of it, and says what is damaged or missing and what that means. It counts what is kept, names the rules that no longer mean what their memories were made for, and says whether this is the database of which readers were told last. It changes nothing, and may run beside the monitor.",
        "データベースかバックアップの全体を読み、何が壊れ、何が欠け、それが何を意味するかを示します。残っている数、覚えていることと今の意味が合わなくなったルール、読み手に最後に知らせたのがこのデータベースかどうかも示します。何も変えません。監視が動いていても実行できます。",
      ),
    ],
    no: say("something is damaged or missing", "壊れたものか、欠けたものがあります"),
    files: [
      databaseFile(say, onlyRead(say)),
      ["rules/*.yaml", say("what the rules mean now", "ルールの今の意味")],
    ],
    examples: [
      [
        "npx yagura verify /var/backups/yagura.db",
        say("whether a backup is whole", "バックアップが完全かどうか"),
      ],
    ],
    seeAlso: ["yagura backup", "yagura restore", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "check whether a database or a backup is whole, while a monitor runs or not; exit status 1 if something is damaged or missing, 2 if there is no such file or it is another kind of file",
          "データベースかバックアップが完全かどうかを調べます。監視が動いていてもできます。壊れたものか欠けたものがあれば終了ステータスは 1、ファイルがないか別の種類なら 2 です",
        ),
      )
      .argument(
        "[file]",
        say("the database; default: that of the config", "データベース。既定は設定のものです"),
      )
      .option(
        "--no-rules",
        say(
          "do not compare what rules remember with the rules of the config",
          "ルールが覚えていることを、設定のルールと比べません",
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
