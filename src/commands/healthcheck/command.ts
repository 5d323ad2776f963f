import type { CommandMember } from "../command.ts";

export const healthcheckCommand: CommandMember = {
  name: "healthcheck",
  example: "npx yagura healthcheck",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Asks the running monitor of these settings on its port. It is healthy when its database can be written. Sources that fail, are late or are in quarantine are listed too.",
        "この設定で動作中の監視に、ポート経由で問い合わせます。データベースに書き込めれば正常です。障害中、遅延中、隔離中の情報源も表示します。",
      ),
    ],
    no: say("it is not healthy, or no monitor answers", "正常でないか、監視から応答がありません"),
    examples: [["npx yagura healthcheck --json", say("for a program", "プログラムから使う場合")]],
    seeAlso: ["yagura sources", "docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "ask the running monitor whether it is healthy; exit status 1 if it is not",
          "動作中の監視が正常かどうかを確認します。正常でなければ終了ステータスは 1 です",
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
