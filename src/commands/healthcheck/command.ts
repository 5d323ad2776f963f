import type { CommandMember } from "../command.ts";

export const healthcheckCommand: CommandMember = {
  name: "healthcheck",
  example: "npx yagura healthcheck",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say("ask the running monitor whether it is healthy", "動作中の監視が正常かどうかを確認します"),
      )
      .option(
        "--json",
        say(
          "print its answer as an object, with {verdict, reasons}",
          "答えを {verdict, reasons} の付いたオブジェクトで表示します",
        ),
      )
      .action(async (options) => (await import("./healthcheck.ts")).healthcheck(options)),
};
