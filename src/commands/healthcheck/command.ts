import type { CommandMember } from "../command.ts";

export const healthcheck: CommandMember = {
  name: "healthcheck",
  example: "npx yagura healthcheck",
  isConfigured: true,
  declare: (command) =>
    command
      .description("ask the running monitor whether it is well; exit status 1 if it is not")
      .option("--json", "print its answer as an object, with {verdict, reasons}")
      .action(async (options) => (await import("./healthcheck.ts")).healthcheck(options)),
};
