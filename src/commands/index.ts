/** The registry of commands, in the order of the help, the program that is made of them, and its exit status. */
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { defaultConfigFile } from "../config/default-places.ts";
import { Refused } from "../lib/refused.ts";
import { callerLanguage } from "../lib/text/language.ts";
import { StoreError } from "../model/store-faults.ts";
import { acknowledgeCommand, alertsCommand, resolveCommand, silenceCommand } from "./alerts/command.ts";
import { backtestCommand } from "./backtest/command.ts";
import { checkCommand, schemaCommand } from "./check/command.ts";
import { addCommand, type CommandMember, withHelp } from "./command.ts";
import { completionCommand } from "./completion/command.ts";
import { backupCommand, restoreCommand, verifyCommand } from "./database/command.ts";
import { exportCommand } from "./export/command.ts";
import { consumersCommand, tailCommand } from "./feed/command.ts";
import { fetchCommand } from "./fetch/command.ts";
import { healthcheckCommand } from "./healthcheck/command.ts";
import { sayIn } from "./help.ts";
import { historyCommand } from "./history/command.ts";
import { initCommand } from "./init/command.ts";
import { callErrorText, refusalLines } from "./refusal-lines.ts";
import { runCommand } from "./run/command.ts";
import { sendTestCommand } from "./send-test/command.ts";
import { simulateCommand } from "./simulate/command.ts";
import { sourcesCommand } from "./sources/command.ts";
import { testCommand } from "./test/command.ts";
import { whyCommand } from "./why/command.ts";

const commands: readonly CommandMember[] = [
  initCommand,
  runCommand,
  checkCommand,
  testCommand,
  schemaCommand,
  backtestCommand,
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
  for (const command of commands) addCommand(program, command, { configFile, say });
  return program;
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
