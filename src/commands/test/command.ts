import type { CommandMember } from "../command.ts";

export const test: CommandMember = {
  name: "test",
  example: "npx yagura test rules/tests/shorts.yaml --coverage",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Runs the examples that stand in the rules, and the test files, in which days pass in no time. It is the product itself that runs, with an empty database in a temporary folder: no service is asked and no mail is sent.",
        "ルールの中の例と、何日もが一瞬で過ぎるテストのファイルを実行します。動くのは製品そのもので、一時フォルダーの空のデータベースを使います。サービスには尋ねず、メールも送りません。",
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
          "すべてのルールの例と、テストのファイルを実行します（docs/tests.md）",
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
          "show which parts of each rule no test or example has seen true or false",
          "各ルールの中で、どのテストや例でも真または偽にならなかった部分を示します",
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
          "{ok, tests, coverage} を、ファイルが間違っていれば {ok, problems} を表示します",
        ),
      )
      .action(async (files, options) => (await import("./test.ts")).test(files, options)),
};
