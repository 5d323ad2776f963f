/** The pages of `--help`: below arguments and options, in one form for all, what a call does and what it needs. */
import type { Command, Option } from "commander";
import { wrapped } from "../lib/text/terminal.ts";
import { type HelpRows, paragraphs, rows } from "./help-form.ts";
import type { Said, Say } from "./said.ts";

export interface Manual {
  /** What it does, beyond its first line, a paragraph each. */
  readonly about: readonly Said[];
  /** What exit status 1 says; left out: it has no such answer, and 1 is a fault of the program. */
  readonly no?: Said;
  /** Files that it reads or writes, each with what it is. */
  readonly files?: readonly (readonly [file: string, about: Said])[];
  /** Further variables of the environment. */
  readonly environment?: readonly (readonly [name: string, about: Said])[];
  /** Further calls, each with what it is for. */
  readonly examples?: readonly (readonly [call: string, about: Said])[];
  /** Other commands, and pages of the docs. */
  readonly seeAlso: readonly string[];
}

/** What commander takes for lines that nobody looks at. */
const usualColumns = 80;

/** The text below the options, its lines broken to the terminal. */
export function manualText(command: Command, example: string, manual: Manual, say: Say): string {
  const columns = command.configureOutput().getOutHelpWidth?.() || usualColumns;
  const section = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [heading, ...lines, ""];
  return [
    ...section(say("What it does:", "すること："), paragraphs(manual.about, columns)),
    ...section(say("Exit status:", "終了ステータス："), rows(statuses(manual, say), columns)),
    ...section(say("Files:", "ファイル："), rows(files(command, manual, say), columns)),
    ...section(say("Environment:", "環境変数："), rows(variables(command, manual, say), columns)),
    ...section(
      say(manual.examples ? "Examples:" : "Example:", "例："),
      exampleLines(example, manual, columns),
    ),
    ...section(say("See also:", "関連："), paragraphs([manual.seeAlso.join(", ")], columns)),
  ]
    .join("\n")
    .trimEnd();
}

function statuses({ no }: Manual, say: Say): HelpRows {
  const fault = say("a fault of the program", "プログラムの不具合");
  return [
    ["0", say("done", "できました")],
    ["1", no === undefined ? fault : say(`${no}, or ${fault}`, `${no}。または${fault}`)],
    [
      "2",
      say(
        "the call or a file was wrong; stderr says what, with its place",
        "呼び方かファイルが間違っています。何がどこで違うかは標準エラーに出ます",
      ),
    ],
  ];
}

/** An option of the call or of one that it is a part of. */
function optionOf(command: Command, long: string): Option | undefined {
  const own = command.options.find((option) => option.long === long);
  return own ?? (command.parent ? optionOf(command.parent, long) : undefined);
}

/** The file that is read where no option names one. */
function configOf(command: Command): string | undefined {
  return optionOf(command, "--config")?.defaultValue;
}

function files(command: Command, manual: Manual, say: Say): HelpRows {
  const config = configOf(command);
  const own =
    config === undefined ? [] : [[config, say("the settings; --config", "設定（--config）")] as const];
  return [...own, ...(manual.files ?? [])];
}

function variables(command: Command, manual: Manual, say: Say): HelpRows {
  const settings: HelpRows = [
    ["YAGURA_CONFIG", say("the settings, where --config names none", "--config がないときの設定ファイル")],
    [
      "NAME, NAME_FILE",
      say("what the settings ask for by a reference to NAME", "設定が NAME を参照しているところに入る値"),
    ],
  ];
  const token = say("the token, where --token names none", "--token がないときのトークン");
  return [
    ...(configOf(command) === undefined ? [] : settings),
    ...(optionOf(command, "--token") ? [["YAGURA_TOKEN", token] as const] : []),
    ...(manual.environment ?? []),
    [
      "YAGURA_LANGUAGE",
      say(
        "en or ja; default: by LC_ALL, LC_MESSAGES, LANG",
        "en か ja。既定は LC_ALL、LC_MESSAGES、LANG で決まります",
      ),
    ],
    ["NO_COLOR", say("no colours on a terminal", "端末でも色を付けません")],
  ];
}

/** Calls stay whole, so that they can be copied. */
function exampleLines(example: string, { examples = [] }: Manual, columns: number): string[] {
  const more = examples.flatMap(([call, about]) => [
    ...wrapped(`  # ${about}`, columns, "  # "),
    `  ${call}`,
  ]);
  return [`  ${example}`, ...more];
}
