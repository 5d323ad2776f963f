/** The registry of commands, in the order of the help, the program that is made of them, and its exit status. */
import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { Refused, refusalLines } from "../app/refused.ts";
import { defaultConfigFile } from "../config/default-places.ts";
import { acknowledge } from "./acknowledge/command.ts";
import { alerts } from "./alerts/command.ts";
import { backtest } from "./backtest/command.ts";
import { backup } from "./backup/command.ts";
import { check } from "./check/command.ts";
import { addCommand, type CommandMember } from "./command.ts";
import { completion } from "./completion/command.ts";
import { exportCommand } from "./export/command.ts";
import { fetch } from "./fetch/command.ts";
import { healthcheck } from "./healthcheck/command.ts";
import { history } from "./history/command.ts";
import { init } from "./init/command.ts";
import { type Manual, manualText } from "./manual.ts";
import { resolve } from "./resolve/command.ts";
import { restore } from "./restore/command.ts";
import { run } from "./run/command.ts";
import { schema } from "./schema/command.ts";
import { sendTest } from "./send-test/command.ts";
import { silence } from "./silence/command.ts";
import { simulate } from "./simulate/command.ts";
import { sources } from "./sources/command.ts";
import { tail } from "./tail/command.ts";
import { test } from "./test/command.ts";
import { verify } from "./verify/command.ts";
import { why } from "./why/command.ts";

const manual: Manual = {
  about: [
    "`yagura run` watches; the other commands ask it, answer it, and try settings and rules before it runs with them. Each has a page of its own: yagura COMMAND --help.",
  ],
  no: "the answer is no: a test or a health check failed, nothing was found",
  files: [
    ["config/monitor.yaml", "the settings; where it is not there, /etc/yagura/monitor.yaml"],
    ["rules/*.yaml", "the rules"],
    ["data/yagura.db", "the database; for settings in /etc/yagura it is in /var/lib/yagura"],
  ],
  environment: [["YAGURA_CONFIG", "the settings, where --config names none"]],
  examples: [
    ["npx yagura check", "whether settings and rules are right"],
    ["npx yagura tail --types 'alert.*'", "the alerts as they come"],
  ],
  seeAlso: ["README.md", "docs/operating.md", "docs/rules.md", "CHANGELOG.md"],
};

const commands: readonly CommandMember[] = [
  ...[init, run, check, test, schema, backtest, history, tail, fetch, simulate, sources],
  ...[alerts, acknowledge, resolve, silence, why, sendTest, healthcheck],
  ...[backup, verify, restore, exportCommand, completion],
];

/**
 * The program with every command.
 * @param environment may name the config file in YAGURA_CONFIG
 */
export function createProgram(environment: Readonly<Record<string, string | undefined>> = {}): Command {
  const program = new Command("yagura")
    .description("A watchtower over Japanese listed stocks: tells people what changed.")
    .version(manifest.version, "--version")
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText("after", `\n${manualText(new Command(), "npx yagura run", manual)}`);
  const configFile = defaultConfigFile(environment.YAGURA_CONFIG);
  for (const command of commands) addCommand(program, command, configFile);
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
