import type { CommandMember } from "../command.ts";

export const sendTest: CommandMember = {
  name: "send-test",
  example: "npx yagura send-test --to trader@example.com",
  isConfigured: true,
  manual: (say) => ({
    about: [
      say(
        "Sends one message to each address and target, the whole way that an alert goes, and prints what the server answered, whether the way is encrypted and how it logged in.",
        "アラートが通る道のとおりに、各アドレスと送り先に一通ずつ送り、サーバーの答え、暗号化されているか、どうログインしたかを表示します。",
      ),
    ],
    no: say("a message was not taken", "受け取られなかったメッセージがあります"),
    seeAlso: ["yagura check", "docs/operating.md", "docs/webhooks.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "send a test message to each configured mail address and target, and print the answers",
          "設定された各メールアドレスと送り先に試しのメッセージを送り、答えを表示します",
        ),
      )
      .option(
        "--to <address>",
        say(
          "send it to this mail address, target or recipient of targets only",
          "このメールアドレス、送り先、宛先だけに送ります",
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
