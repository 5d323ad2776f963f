import type { CommandMember } from "../command.ts";

export const test: CommandMember = {
  name: "test",
  example: "npx yagura test rules/tests/shorts.yaml --coverage",
  manual: {
    about: [
      "Runs the examples that stand in the rules, and the test files, in which days pass in no time. It is the product itself that runs, with an empty database in a temporary folder: no service is asked and no mail is sent.",
    ],
    no: "a test or an example failed",
    files: [
      ["rules/*.yaml", "the rules with their examples"],
      ["rules/tests/*.yaml", "the tests"],
    ],
    seeAlso: ["yagura check", "yagura backtest", "docs/tests.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description("run the examples of all rules and the test files (docs/tests.md)")
      .argument("[files...]", "test files, or folders of them; default: the folder `tests` beside the rules")
      .option("--coverage", "show which parts of each rule no test or example has seen true or false")
      .option("--junit <file>", "write the results to this file as JUnit XML")
      .option("--json", "print {ok, tests, coverage}, or {ok, problems} if a file is wrong")
      .action(async (files, options) => (await import("./test.ts")).test(files, options)),
};
