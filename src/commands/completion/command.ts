import { Argument } from "commander";
import type { CommandMember } from "../command.ts";

export const completionCommand: CommandMember = {
  name: "completion",
  example: "npx yagura completion bash > ~/.local/share/bash-completion/completions/yagura",
  isConfigured: false,
  manual: (say) => ({
    about: [
      say(
        "Prints a script for your shell that completes commands, options and their values when you press Tab. Print it again after an upgrade.",
        "Tab キーでコマンド、オプション、その値を補完するシェルスクリプトを表示します。バージョンアップの後は作り直してください。",
      ),
      say(
        "It completes the command `yagura`. If you call `npx yagura`, define an alias once: alias yagura='npx yagura'.",
        "補完の対象は `yagura` コマンドです。`npx yagura` を使う場合は、alias yagura='npx yagura' を設定してください。",
      ),
    ],
    examples: [
      [
        "npx yagura completion zsh > ~/.zfunc/_yagura",
        say("for zsh, in a folder of its fpath", "zsh では、fpath のフォルダーに置きます"),
      ],
      ["npx yagura completion fish > ~/.config/fish/completions/yagura.fish", say("for fish", "fish の場合")],
    ],
    seeAlso: ["docs/operating.md"],
  }),
  declare: (command, say) =>
    command
      .description(
        say(
          "print a script with which a shell completes commands and options",
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
