/** The program with every command, and the exit status of an error. */
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { Refused, refusalLines } from "../app/refused.ts";
import { addCommand } from "./command.ts";
import { commands } from "./index.ts";

export function createProgram(): Command {
  const program = new Command("yagura")
    .description("A watchtower over Japanese listed stocks: tells people what changed.")
    .version(manifest.version, "--version")
    .exitOverride()
    .showSuggestionAfterError();
  for (const command of commands) addCommand(program, command);
  return program;
}

/** 0 done, 1 the answer is no or the program is at fault, 2 the call or a file was wrong. Prints why. */
export function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Refused) {
    for (const line of refusalLines(error)) process.stderr.write(`${line}\n`);
    return 2;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}
