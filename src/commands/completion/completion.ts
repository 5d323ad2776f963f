/** `yagura completion`: the script of a shell, made from what the commands declare. */
import type { Command } from "commander";
import { callsOf } from "./calls.ts";
import { bashScript, fishScript, zshScript } from "./scripts.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function completion(
  shell: keyof typeof scripts,
  program: Command,
  { json }: { readonly json?: boolean },
): void {
  const calls = callsOf(program);
  process.stdout.write(json ? `${JSON.stringify({ calls })}\n` : scripts[shell](calls));
}
