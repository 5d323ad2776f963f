import type { CommandMember } from "../command.ts";

export const check: CommandMember = {
  name: "check",
  example: "npx yagura check --json",
  isConfigured: true,
  declare: (command) =>
    command
      .description("check the config file and the rules; report every mistake with its place")
      .option(
        "--online",
        "then ask each source's service what the key may do; exit status 1 if it refuses or fails",
      )
      .option("--json", "print {ok, problems}, with --online also {online}")
      .action(async (options) => (await import("./check.ts")).check(options)),
};
