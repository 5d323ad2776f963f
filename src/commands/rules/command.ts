/** Commands that try rules: on their tests and examples, and on what was. */
import { argument, type CommandMember, option } from "../command.ts";

export const testCommand: CommandMember = {
  name: "test",
  about: [
    "run the examples of all rules and the test files",
    "すべてのルールの例とテストファイルを実行します",
  ],
  example: "npx yagura test rules/tests/shorts.yaml --coverage",
  isConfigured: true,
  arguments: [
    argument(
      "[files...]",
      "test files or folders; default: `tests` beside the rules",
      "テストのファイルかフォルダー。既定はルールの隣の `tests`",
    ),
  ],
  options: [
    option(
      "--coverage",
      "show which parts of rules no test or example has tried",
      "どのテストや例でも試されなかった部分を表示します",
    ),
    option(
      "--junit <file>",
      "write the results to this file as JUnit XML",
      "結果をこのファイルに JUnit XML で書きます",
    ),
    option(
      "--json",
      "print {ok, tests, coverage} or {ok, problems}",
      "{ok, tests, coverage} か {ok, problems} を表示します",
    ),
  ],
  run: async (files, options) => (await import("./test/test.ts")).test(files, options),
};

export const backtestCommand: CommandMember = {
  name: "backtest",
  about: [
    "evaluate rules on the stored log or on past data",
    "保存済みの記録か、サービスの過去データでルールを試します",
  ],
  example: "npx yagura backtest --history --since 250d --show 5",
  isConfigured: true,
  options: [
    option(
      "--since <time>",
      "count from then on: 90d, 3bd, 2026-08-01",
      "この時刻から数えます：90d、3bd、2026-08-01",
      { fallback: "90d" },
    ),
    option("--until <time>", "count up to this time; default: now", "この時刻まで数えます。既定は今です"),
    option(
      "--rules <folder>",
      "folder of the rules; default: that of the config",
      "ルールのフォルダー。既定は設定のフォルダーです",
    ),
    option("--against <folder>", "folder of rules to compare with", "比べるルールのフォルダー"),
    option(
      "--history",
      "use past data of the services instead of the log",
      "記録の代わりに、サービスの過去データを使います",
    ),
    option(
      "--watchlist <name>",
      "count only alerts about the stocks of a watchlist",
      "このウォッチリストの銘柄についてのアラートだけを数えます",
    ),
    option(
      "--rule <name>",
      "count only alerts of this rule; may be given several times",
      "このルールのアラートだけを数えます。何度でも書けます",
      { isRepeated: true },
    ),
    option("--show <mails>", "print so many of the first mails", "最初のメールをこの通数だけ表示します"),
    option("--json", "print the report as JSON", "結果を JSON で表示します"),
  ],
  run: async (options) => (await import("./backtest.ts")).backtest(options),
};

export const rulesCommand: CommandMember = {
  name: "rules",
  about: [
    "report what alerts were worth, and take more rules",
    "各ルールのアラートが役に立ったかを報告し、ルールを加えます",
  ],
  example: "npx yagura rules report --since 30d",
  isConfigured: true,
  parts: [
    {
      name: "report",
      isDefault: true,
      about: [
        "what alerts were worth, with a proposal for each rule",
        "役に立ったアラートの数と、ルールごとの提案を表示します",
      ],
      example: "npx yagura rules report --since 30d",
      options: [
        option(
          "--since <time>",
          "count from then on: 90d, 3bd, 2026-08-01",
          "この時刻から数えます：90d、3bd、2026-08-01",
          { fallback: "30d" },
        ),
        option("--until <time>", "count up to this time; default: now", "この時刻まで数えます。既定は今です"),
        option("--json", "print {span, rules}", "{span, rules} を表示します"),
      ],
      run: async (options) => (await import("./rules-report.ts")).rulesReport(options),
    },
    {
      name: "add",
      about: [
        "take a rule of the gallery into rules/mine.yaml",
        "ルールの一覧から1つを選び、rules/mine.yaml に加えます",
      ],
      example: "npx yagura rules add total-short-over-five --param level=3",
      arguments: [
        argument(
          "[name]",
          "name of the rule; left out: all are listed",
          "ルールの名前。省略すると一覧を表示します",
        ),
      ],
      options: [
        option(
          "--param <value>",
          "a value, as in level=3 or words=a,b",
          "パラメーターの値。例：level=3、words=a,b",
          { isRepeated: true },
        ),
        option("--yes", "write without a question", "確認せずに書き込みます"),
        option("--json", "print the list, or {name, file, text}", "一覧か {name, file, text} を表示します"),
      ],
      run: async (name, options) => (await import("./add.ts")).addRule(name, options),
    },
  ],
};
