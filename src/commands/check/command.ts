import type { CommandMember } from "../command.ts";

export const checkCommand: CommandMember = {
  name: "check",
  example: "npx yagura check --json",
  isConfigured: true,
  declare: (command, say) =>
    command
      .description(
        say(
          "check the config file and the rules; report every mistake",
          "設定ファイルとルールを調べ、すべての間違いを示します",
        ),
      )
      .option(
        "--online",
        say(
          "then ask each service what the key allows",
          "続けて、キーで利用できる機能を各サービスに確認します",
        ),
      )
      .option(
        "--json",
        say(
          "print {ok, problems}, with --online also {online}",
          "{ok, problems} を表示します。--online なら online も",
        ),
      )
      .action(async (options) => (await import("./check.ts")).check(options)),
};
