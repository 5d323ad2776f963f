/** The registry of commands, in the order of the help, the program that is made of them, and its exit status. */
import { Argument, Command, CommanderError, Option } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { defaultConfigFile } from "../config/default-places.ts";
import { Refused } from "../lib/problem.ts";
import { callerLanguage } from "../model/language.ts";
import { StoreError } from "../model/store-faults.ts";
import {
  acknowledgeCommand,
  alertsCommand,
  resolveCommand,
  silenceCommand,
  whyCommand,
} from "./alerts/command.ts";
import { clusterCommand } from "./cluster/command.ts";
import type { CommandMember, Part } from "./command.ts";
import { backupCommand, restoreCommand, verifyCommand } from "./database/command.ts";
import { helpEnd, helpForm, type Say, sayIn } from "./help.ts";
import { consumersCommand, exportCommand, tailCommand } from "./log/command.ts";
import { gatewayCommand, healthcheckCommand, runCommand, sourcesCommand } from "./monitor/command.ts";
import { backtestCommand, rulesCommand, testCommand } from "./rules/command.ts";
import { fetchCommand, historyCommand, simulateCommand } from "./services/command.ts";
import {
  checkCommand,
  completionCommand,
  initCommand,
  schemaCommand,
  sendTestCommand,
  watchlistCommand,
} from "./setup/command.ts";
import { callErrorText, refusalLines } from "./terminal.ts";

const commands: readonly CommandMember[] = [
  initCommand,
  runCommand,
  gatewayCommand,
  checkCommand,
  watchlistCommand,
  testCommand,
  schemaCommand,
  backtestCommand,
  rulesCommand,
  historyCommand,
  tailCommand,
  fetchCommand,
  simulateCommand,
  sourcesCommand,
  consumersCommand,
  alertsCommand,
  acknowledgeCommand,
  resolveCommand,
  silenceCommand,
  whyCommand,
  sendTestCommand,
  healthcheckCommand,
  clusterCommand,
  backupCommand,
  verifyCommand,
  restoreCommand,
  exportCommand,
  completionCommand,
];

/**
 * The program with every command.
 * @param environment may name the config file in YAGURA_CONFIG, and says the caller's language
 */
export function createProgram(environment: Readonly<Record<string, string | undefined>> = {}): Command {
  const language = callerLanguage(environment);
  const say = sayIn(language);
  const program = withHelp(new Command("yagura"), "npx yagura run", say)
    .description(
      say(
        "A watchtower over Japanese listed stocks that notifies people of changes.",
        "日本の上場株を見張り、変化を通知する櫓です。",
      ),
    )
    .version(manifest.version, "--version", say("show the version", "バージョンを表示します"))
    .configureOutput({ outputError: (text, write) => write(callErrorText(text, language)) })
    .showSuggestionAfterError();
  const configFile = defaultConfigFile(environment.YAGURA_CONFIG);
  for (const member of commands) addCommand(program, member, configFile, say);
  return program;
}

function addCommand(program: Command, member: CommandMember, configFile: string, say: Say): void {
  const command = withHelp(program.command(member.name), member.example, say);
  if (member.isConfigured)
    command.option("--config <file>", say("the config file", "設定ファイル"), configFile);
  if (member.takesUnknown) command.allowUnknownOption();
  declare(command, member, say);
  for (const part of member.parts ?? []) {
    const { name, isDefault = false, example } = part;
    declare(withHelp(command.command(name, { isDefault }), example, say), part, say);
  }
}

/** A command or the program itself, with its help. */
function withHelp(command: Command, example: string, say: Say): Command {
  return command
    .exitOverride()
    .configureHelp(helpForm(say))
    .helpOption("-h, --help", say("show this help", "このヘルプを表示します"))
    .addHelpText("after", ({ command: asked }) => `\n${helpEnd(asked, example, say)}`);
}

function declare(command: Command, member: Omit<Part, "name">, say: Say): void {
  const { about, alias, arguments: words = [], options = [], run } = member;
  command.description(say(...about));
  if (alias !== undefined) command.alias(alias);
  for (const { name, about, choices, fallback } of words) {
    const word = new Argument(name, say(...about)).default(fallback);
    command.addArgument(choices === undefined ? word : word.choices(choices));
  }
  for (const { flags, about, choices, fallback, isRequired, isRepeated, isHidden } of options) {
    const option = new Option(flags, say(...about))
      .default(fallback)
      .makeOptionMandatory(isRequired ?? false);
    if (choices !== undefined) option.choices(choices);
    if (isRepeated) option.argParser((value: string, before: string[] = []) => [...before, value]);
    command.addOption(option.hideHelp(isHidden ?? false));
  }
  if (run === undefined) return;
  // Its words, its own options and itself are what commander gives; a part takes the options of its command, too.
  command.action((...given: unknown[]) =>
    run(...([...given.slice(0, -2), command.optsWithGlobals(), command] as never[])),
  );
}

/** 0 done, 1 the answer is no or the program is at fault, 2 the call or a file was wrong. Prints why. */
export function exitStatus(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const refused = error instanceof StoreError ? new Refused(error.message) : error;
  if (refused instanceof Refused) {
    for (const line of refusalLines(refused)) process.stderr.write(`${line}\n`);
    return 2;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}
