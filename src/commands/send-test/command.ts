import type { CommandMember } from "../command.ts";

export const sendTestCommand: CommandMember = {
  name: "send-test",
  example: "npx yagura send-test --to trader@example.com",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "send a test message to each mail address and target",
          "各メールアドレスと送信先にテストメッセージを送ります",
        ),
      )
      .option(
        "--to <address>",
        say(
          "only to this mail address, target or recipient",
          "このメールアドレス、送信先、宛先だけに送ります",
        ),
      )
      .option(
        "--json",
        say(
          "print an array of {address, ok, message, way, note}",
          "{address, ok, message, way, note} の配列を表示します",
        ),
      )
      .action(async (options) => (await import("./send-test.ts")).sendTest(options)),
};
