import type { CommandMember } from "../command.ts";

export const sendTest: CommandMember = {
  name: "send-test",
  example: "npx yagura send-test --to trader@example.com",
  manual: {
    about: [
      "Sends one message to each address and target, the whole way that an alert goes, and prints what the server answered, whether the way is encrypted and how it logged in.",
    ],
    no: "a message was not taken",
    seeAlso: ["yagura check", "docs/operating.md", "docs/webhooks.md"],
  },
  isConfigured: true,
  declare: (command) =>
    command
      .description("send a test message to each configured mail address and target, and print the answers")
      .option("--to <address>", "send it to this mail address, target or recipient of targets only")
      .option("--json", "print an array of {address, ok, message, way, note}")
      .action(async (options) => (await import("./send-test.ts")).sendTest(options)),
};
