/** The interface of a command. Its member file is small; what it does is loaded when it is called. */
import type { Command } from "commander";

export interface CommandMember {
  readonly name: string;
  /** A call as a person types it; stands below the help. */
  readonly example: string;
  /** Whether it reads the config file, which --config names then. */
  readonly isConfigured: boolean;
  /** Gives it its description, arguments, options (--json among them) and action. */
  declare(command: Command): void;
}

/** @param configFile the config file where --config names none */
export function addCommand(
  program: Command,
  { name, example, isConfigured, declare }: CommandMember,
  configFile: string,
): void {
  const command = withExample(program.command(name), example);
  if (isConfigured) command.option("--config <file>", "the config file", configFile);
  declare(command);
}

export function withExample(command: Command, example: string): Command {
  return command.exitOverride().addHelpText("after", `\nExample:\n  ${example}`);
}
