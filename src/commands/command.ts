/** The interface of a command. Its member file is small; what it does is loaded when it is called. */
import type { Command } from "commander";
import { type Manual, manualText } from "./manual.ts";

export interface CommandMember {
  readonly name: string;
  /** A call as a person types it; stands below the help. */
  readonly example: string;
  /** The rest of its help: what a person should know before calling it. */
  readonly manual: Manual;
  /** Whether it reads the config file, which --config names then. */
  readonly isConfigured: boolean;
  /** Gives it its description, arguments, options (--json among them) and action. */
  declare(command: Command): void;
}

/** @param configFile the config file where --config names none */
export function addCommand(
  program: Command,
  { name, example, manual, isConfigured, declare }: CommandMember,
  configFile: string,
): void {
  const command = withManual(program.command(name), example, manual);
  if (isConfigured) command.option("--config <file>", "the config file", configFile);
  declare(command);
}

/** A command or a part of one, with its help. */
export function withManual(command: Command, example: string, manual: Manual): Command {
  return command
    .exitOverride()
    .addHelpText("after", ({ command: asked }) => `\n${manualText(asked, example, manual)}`);
}
