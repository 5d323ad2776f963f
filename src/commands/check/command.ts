import type { CommandMember } from "../command.ts";

export const check: CommandMember = {
  name: "check",
  example: "npx yagura check --json",
  isConfigured: true,
  declare: (command) =>
    command
      .description("check the config file and the rules; every mistake with its place")
      .option(
        "--online",
        "then ask each source's service once what the key may do; exit status 1 where it may not",
      )
      .option("--json", "print {ok, problems}, with --online also {online}")
      .action(async (options) => (await import("./check.ts")).check(options)),
};
