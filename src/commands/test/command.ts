import type { CommandMember } from "../command.ts";

export const testCommand: CommandMember = {
  name: "test",
  example: "npx yagura test rules/tests/shorts.yaml --coverage",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Runs the examples in the rules, and the test files, which simulate whole days in moments. It runs the real product with an empty database in a temporary folder. It calls no service and sends no mail.",
        "ルールに書かれた例と、何日分もの動きを一瞬で再現するテストファイルを実行します。一時フォルダーの空のデータベースを使い、製品そのものを動かします。サービスの呼び出しやメールの送信は行いません。",
      ),
    ],
    no: say("a test or an example failed", "失敗したテストか例があります"),
    files: [
      ["rules/*.yaml", say("the rules with their examples", "ルールとその例")],
      ["rules/tests/*.yaml", say("the tests", "テスト")],
    ],
    seeAlso: ["yagura check", "yagura backtest", "docs/tests.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "run the examples of all rules and the test files (docs/tests.md)",
          "すべてのルールの例とテストファイルを実行します（docs/tests.md）",
        ),
      )
      .argument(
        "[files...]",
        say(
          "test files, or folders of them; default: the folder `tests` beside the rules",
          "テストのファイルかフォルダー。既定はルールの隣のフォルダー `tests` です",
        ),
      )
      .option(
        "--coverage",
        say(
          "show which parts of each rule were never true or never false in a test or example",
          "各ルールの中で、テストや例で一度も真または偽にならなかった部分を表示します",
        ),
      )
      .option(
        "--junit <file>",
        say("write the results to this file as JUnit XML", "結果をこのファイルに JUnit XML で書きます"),
      )
      .option(
        "--json",
        say(
          "print {ok, tests, coverage}, or {ok, problems} if a file is wrong",
          "{ok, tests, coverage} を、ファイルに誤りがあれば {ok, problems} を表示します",
        ),
      )
      .action(async (files, options) => (await import("./test.ts")).test(files, options)),
};
