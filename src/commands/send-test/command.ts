import type { CommandMember } from "../command.ts";

export const sendTest: CommandMember = {
  name: "send-test",
  example: "npx yagura send-test --to trader@example.com",
  isConfigured: true,
  declare: (command) =>
    command
      .description("send a test message to each configured mail address and target, and print the answers")
      .option("--to <address>", "send it to this mail address, target or recipient of targets only")
      .option("--json", "print an array of {address, ok, message, way, note}")
      .action(async (options) => (await import("./send-test.ts")).sendTest(options)),
};
