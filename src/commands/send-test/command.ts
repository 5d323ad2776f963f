import type { CommandMember } from "../command.ts";

export const sendTestCommand: CommandMember = {
  name: "send-test",
  example: "npx yagura send-test --to trader@example.com",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Sends one message to each address and target, in the same way as an alert. Prints the answer of the server, whether the connection is encrypted, and how it logged in.",
        "アラートと同じ経路で、各アドレスと送信先に1通ずつ送り、サーバーの応答、暗号化の有無、ログイン方法を表示します。",
      ),
    ],
    no: say("a message was not accepted", "受信されなかったメッセージがあります"),
    seeAlso: ["yagura check", "docs/operating.md", "docs/webhooks.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "send a test message to each configured mail address and target, and print the answers",
          "設定された各メールアドレスと送信先にテストメッセージを送り、応答を表示します",
        ),
      )
      .option(
        "--to <address>",
        say(
          "send it to this mail address, target or recipient of targets only",
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
