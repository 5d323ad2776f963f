import type { CommandMember } from "../command.ts";

export const check: CommandMember = {
  name: "check",
  example: "npx yagura check --json",
  manual: {
    about: [
      "Reads the settings, the rules and every file that they name, and prints each mistake and warning with file, line and column, and what was probably meant. It asks no service and sends nothing, but with --online makes one small call of each kind that a source makes.",
      "Warnings leave the exit status 0.",
    ],
    no: "with --online, a service refuses the key or fails",
    files: [["rules/*.yaml", "the rules"]],
    examples: [["npx yagura check --online", "also what the key and its plan allow"]],
    seeAlso: ["yagura test", "yagura run", "docs/rules.md", "docs/operating.md"],
  },
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
