import { Argument } from "commander";
import type { CommandMember } from "../command.ts";

export const completion: CommandMember = {
  name: "completion",
  example: "npx yagura completion bash > ~/.local/share/bash-completion/completions/yagura",
  isConfigured: false,
  manual: (say) => ({
    about: [
      say(
        "Prints a script with which a shell completes commands, options and their values when you press Tab. It is made from the commands themselves: print it again after an upgrade.",
        "Tab キーでコマンド、オプション、その値を補うための、シェルのスクリプトを表示します。コマンドそのものから作られるので、新しい版にしたら作り直してください。",
      ),
      say(
        "It is for the word `yagura`. Where you call `npx yagura`, say so once: alias yagura='npx yagura'.",
        "補うのは `yagura` という語です。`npx yagura` と呼ぶ場合は、一度 alias yagura='npx yagura' と書いてください。",
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
          "シェルでコマンドとオプションを補うスクリプトを表示します",
        ),
      )
      .addArgument(
        new Argument("<shell>", say("your shell", "使っているシェル")).choices(["bash", "zsh", "fish"]),
      )
      .option("--json", say("print what is completed, as {calls}", "補う内容を {calls} の形で表示します"))
      .action(async (shell, options, called) =>
        (await import("./completion.ts")).completion(shell, called.parent ?? called, options),
      ),
};
