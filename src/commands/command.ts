/** The interface of a command. Its member file is small; what it does is loaded when it is called. */
import type { Command } from "commander";
import { helpEnd, helpForm, type Said, type Say, tokenAbout } from "./help.ts";

export interface CommandMember {
  readonly name: string;
  /** A call as a person types it; stands below the help. */
  readonly example: string;
  /** Whether it reads the config file, which --config names then. */
  readonly isConfigured: boolean;
  /** Gives it its description, arguments, options (--json among them) and action. */
  declare(command: SpokenCommand, say: Say): void;
}

/** A command whose texts are written in both languages. */
export interface SpokenCommand extends Command {
  description(): string;
  description(about: Said): this;
  argument(name: string, about: Said, fallback?: unknown): this;
  option<T>(flags: string, about: Said, parse: (value: string, before: T) => T, fallback: T): this;
  option(flags: string, about: Said, fallback?: unknown): this;
  requiredOption(flags: string, about: Said): this;
}

/** @param configFile the config file where --config names none */
export function addCommand(
  program: Command,
  { name, example, isConfigured, declare }: CommandMember,
  { configFile, say }: { configFile: string; say: Say },
): void {
  const command = withHelp(program.command(name), example, say);
  if (isConfigured) command.option("--config <file>", say("the config file", "設定ファイル"), configFile);
  declare(command, say);
}

interface Part {
  readonly name: string;
  readonly example: string;
  /** Whether it is meant where no part is named. */
  readonly isDefault?: boolean;
}

/** A part of a command. Options of the command are its own, wherever they stand. */
export function addPart(
  command: Command,
  { name, example, isDefault = false }: Part,
  say: Say,
): SpokenCommand {
  return withHelp(command.command(name, { isDefault }), example, say);
}

/** A command or the program itself, with its help. */
export function withHelp(command: Command, example: string, say: Say): SpokenCommand {
  return command
    .exitOverride()
    .configureHelp(helpForm(say))
    .helpOption("-h, --help", say("show this help", "このヘルプを表示します"))
    .addHelpText("after", ({ command: asked }) => `\n${helpEnd(asked, example, say)}`);
}

/** Adds the options of a command that answers something in a running monitor. */
export function withAnswerOptions(command: SpokenCommand, say: Say): SpokenCommand {
  return command
    .option(
      "--author <name>",
      say("who answers; default: the name of the system's user", "答える人。既定はシステムのユーザー名です"),
    )
    .option("--token <token>", tokenAbout(say));
}
