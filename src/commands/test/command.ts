import type { CommandMember } from "../command.ts";

export const testCommand: CommandMember = {
  name: "test",
  example: "npx yagura test rules/tests/shorts.yaml --coverage",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "run the examples of all rules and the test files",
          "すべてのルールの例とテストファイルを実行します",
        ),
      )
      .argument(
        "[files...]",
        say(
          "test files or folders; default: `tests` beside the rules",
          "テストのファイルかフォルダー。既定はルールの隣の `tests`",
        ),
      )
      .option(
        "--coverage",
        say(
          "show which parts of rules no test or example has tried",
          "どのテストや例でも試されなかった部分を表示します",
        ),
      )
      .option(
        "--junit <file>",
        say("write the results to this file as JUnit XML", "結果をこのファイルに JUnit XML で書きます"),
      )
      .option(
        "--json",
        say(
          "print {ok, tests, coverage} or {ok, problems}",
          "{ok, tests, coverage} か {ok, problems} を表示します",
        ),
      )
      .action(async (files, options) => (await import("./test.ts")).test(files, options)),
};
