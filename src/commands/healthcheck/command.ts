import type { CommandMember } from "../command.ts";

export const healthcheck: CommandMember = {
  name: "healthcheck",
  example: "npx yagura healthcheck",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Asks the running monitor of these settings on its port. It is well when its database can be written; sources that fail, are late or in quarantine are named beside that.",
        "この設定で動いている監視に、そのポートで尋ねます。データベースに書き込めれば健全です。失敗している情報源、遅れている情報源、隔離中の情報源があれば、それも示します。",
      ),
    ],
    no: say("it is not well, or none answers", "健全でないか、答える監視がありません"),
    examples: [["npx yagura healthcheck --json", say("for a program", "プログラムから使う場合")]],
    seeAlso: ["yagura sources", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "ask the running monitor whether it is well; exit status 1 if it is not",
          "動いている監視に、健全かどうかを尋ねます。健全でなければ終了ステータスは 1 です",
        ),
      )
      .option(
        "--json",
        say(
          "print its answer as an object, with {verdict, reasons}",
          "答えを {verdict, reasons} の付いたオブジェクトで表示します",
        ),
      )
      .action(async (options) => (await import("./healthcheck.ts")).healthcheck(options)),
};
