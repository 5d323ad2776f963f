import type { CommandMember } from "../command.ts";

export const sendTest: CommandMember = {
  name: "send-test",
  example: "npx yagura send-test --to trader@example.com",
  isConfigured: true,
  declare: (command) =>
    command
      .description("send a test mail to the configured recipients and print the mail server's answer")
      .option("--to <address>", "send it to this address only")
      .option("--json", "print an array of {address, ok, message, way, note}")
      .action(async (options) => (await import("./send-test.ts")).sendTest(options)),
};
