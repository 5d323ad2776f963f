/** The registry of commands, in the order of the help, the program that is made of them, and its exit status. */
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { callErrorText, Refused, refusalLines } from "../app/refused.ts";
import { defaultConfigFile } from "../config/default-places.ts";
import { callerLanguage } from "../lib/text/language.ts";
import { acknowledge } from "./acknowledge/command.ts";
import { alerts } from "./alerts/command.ts";
import { backtest } from "./backtest/command.ts";
import { backup } from "./backup/command.ts";
import { check } from "./check/command.ts";
import { addCommand, type CommandMember, withManual } from "./command.ts";
import { completion } from "./completion/command.ts";
import { consumers } from "./consumers/command.ts";
import { exportCommand } from "./export/command.ts";
import { fetch } from "./fetch/command.ts";
import { healthcheck } from "./healthcheck/command.ts";
import { history } from "./history/command.ts";
import { init } from "./init/command.ts";
import { programManual } from "./program-manual.ts";
import { resolve } from "./resolve/command.ts";
import { restore } from "./restore/command.ts";
import { run } from "./run/command.ts";
import { sayIn } from "./said.ts";
import { schema } from "./schema/command.ts";
import { sendTest } from "./send-test/command.ts";
import { silence } from "./silence/command.ts";
import { simulate } from "./simulate/command.ts";
import { sources } from "./sources/command.ts";
import { tail } from "./tail/command.ts";
import { test } from "./test/command.ts";
import { verify } from "./verify/command.ts";
import { why } from "./why/command.ts";

const commands: readonly CommandMember[] = [
  ...[init, run, check, test, schema, backtest, history, tail, fetch, simulate, sources, consumers],
  ...[alerts, acknowledge, resolve, silence, why, sendTest, healthcheck],
  ...[backup, verify, restore, exportCommand, completion],
];

/**
 * The program with every command.
 * @param environment may name the config file in YAGURA_CONFIG, and says the caller's language
 */
export function createProgram(environment: Readonly<Record<string, string | undefined>> = {}): Command {
  const language = callerLanguage(environment);
  const say = sayIn(language);
  const program = withManual(new Command("yagura"), "npx yagura run", programManual(say), say)
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
  if (error instanceof Refused) {
    for (const line of refusalLines(error)) process.stderr.write(`${line}\n`);
    return 2;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}
