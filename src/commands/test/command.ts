import type { CommandMember } from "../command.ts";

export const test: CommandMember = {
  name: "test",
  example: "npx yagura test rules/tests/shorts.yaml --coverage",
  isConfigured: true,
  declare: (command) =>
    command
      .description("run the examples of all rules, and the tests of files (docs/rules.md, Tests)")
      .argument("[files...]", "test files, or folders of them; default: the folder `tests` beside the rules")
      .option("--coverage", "show what of each rule no test and no example has seen")
      .option("--junit <file>", "write the results as JUnit's XML")
      .option("--json", "print {ok, tests, coverage}, or {ok, problems} where a test file is wrong")
      .action(async (files, options) => (await import("./test.ts")).test(files, options)),
};
