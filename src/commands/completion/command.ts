import { Argument } from "commander";
import type { CommandMember } from "../command.ts";

export const completionCommand: CommandMember = {
  name: "completion",
  example: "npx yagura completion bash > ~/.local/share/bash-completion/completions/yagura",
  isConfigured: false,
  declare: (command, say) =>
    command
      .description(
        say(
          "print a script by which a shell completes commands",
          "コマンドとオプションを補完するシェルスクリプトを表示します",
        ),
      )
      .addArgument(
        new Argument("<shell>", say("your shell", "使っているシェル")).choices(["bash", "zsh", "fish"]),
      )
      .option("--json", say("print what is completed, as {calls}", "補完の内容を {calls} の形で表示します"))
      .action(async (shell, options, called) =>
        (await import("./completion.ts")).completion(shell, called.parent ?? called, options),
      ),
};
