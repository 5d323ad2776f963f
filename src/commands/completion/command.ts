import { Argument } from "commander";
import type { CommandMember } from "../command.ts";

export const completion: CommandMember = {
  name: "completion",
  example: "npx yagura completion bash > ~/.local/share/bash-completion/completions/yagura",
  manual: {
    about: [
      "Prints a script with which a shell completes commands, options and their values when you press Tab. It is made from the commands themselves: print it again after an upgrade.",
      "It is for the word `yagura`. Where you call `npx yagura`, say so once: alias yagura='npx yagura'.",
    ],
    examples: [
      ["npx yagura completion zsh > ~/.zfunc/_yagura", "for zsh, in a folder of its fpath"],
      ["npx yagura completion fish > ~/.config/fish/completions/yagura.fish", "for fish"],
    ],
    seeAlso: ["docs/operating.md"],
  },
  isConfigured: false,
  declare: (command) =>
    command
      .description("print a script with which a shell completes commands and options")
      .addArgument(new Argument("<shell>", "your shell").choices(["bash", "zsh", "fish"]))
      .option("--json", "print what is completed, as {calls}")
      .action(async (shell, options, called) =>
        (await import("./completion.ts")).completion(shell, called.parent ?? called, options),
      ),
};
