/** The pages of `--help`: below arguments and options, in one form for all, what a call does and what it needs. */
import type { Command, Option } from "commander";
import { wrapped } from "../lib/text/terminal.ts";

export interface Manual {
  /** What it does, beyond its first line, a paragraph each. */
  readonly about: readonly string[];
  /** What exit status 1 says; left out: it has no such answer, and 1 is a fault of the program. */
  readonly no?: string;
  /** Files that it reads or writes, each with what it is. */
  readonly files?: readonly (readonly [file: string, about: string])[];
  /** Further variables of the environment. */
  readonly environment?: readonly (readonly [name: string, about: string])[];
  /** Further calls, each with what it is for. */
  readonly examples?: readonly (readonly [call: string, about: string])[];
  /** Other commands, and pages of the docs. */
  readonly seeAlso: readonly string[];
}

const indent = "  ";
/** What commander takes for lines that nobody looks at. */
const usualColumns = 80;

/** The text below the options, its lines broken to the terminal. */
export function manualText(command: Command, example: string, manual: Manual): string {
  const columns = command.configureOutput().getOutHelpWidth?.() || usualColumns;
  const section = (heading: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`${heading}:`, ...lines, ""];
  return [
    ...section("What it does", paragraphs(manual.about, columns)),
    ...section("Exit status", rows(statuses(manual), columns)),
    ...section("Files", rows(files(command, manual), columns)),
    ...section("Environment", rows(variables(command, manual), columns)),
    ...section(manual.examples ? "Examples" : "Example", exampleLines(example, manual)),
    ...section("See also", paragraphs([manual.seeAlso.join(", ")], columns)),
  ]
    .join("\n")
    .trimEnd();
}

function paragraphs(texts: readonly string[], columns: number): string[] {
  return texts.flatMap((text) => wrapped(`${indent}${text}`, columns, indent));
}

type Rows = readonly (readonly [name: string, about: string])[];

/** Names in a column of their own, what is said of them beside it. */
function rows(named: Rows, columns: number): string[] {
  const width = Math.min(32, Math.max(0, ...named.map(([name]) => name.length)) + 2);
  const behind = `${indent}${" ".repeat(width)}`;
  return named.flatMap(([name, about]) => {
    const head = `${indent}${name.padEnd(width)}`;
    const [first = "", ...more] = wrapped(`${behind}${about}`, columns, behind);
    const isLong = name.length + 2 > width;
    return isLong ? [head, first, ...more] : [`${head}${first.slice(behind.length)}`, ...more];
  });
}

function statuses({ no }: Manual): Rows {
  return [
    ["0", "done"],
    ["1", no === undefined ? "a fault of the program" : `${no}, or a fault of the program`],
    ["2", "the call or a file was wrong; stderr says what, with its place"],
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

function files(command: Command, manual: Manual): Rows {
  const config = configOf(command);
  const own = config === undefined ? [] : [[config, "the settings; --config"] as const];
  return [...own, ...(manual.files ?? [])];
}

function variables(command: Command, manual: Manual): Rows {
  const isConfigured = configOf(command) !== undefined;
  return [
    ...(isConfigured ? [["YAGURA_CONFIG", "the settings, where --config names none"] as const] : []),
    ...(isConfigured
      ? [["NAME, NAME_FILE", "what the settings ask for by a reference to NAME"] as const]
      : []),
    ...(optionOf(command, "--token")
      ? [["YAGURA_TOKEN", "the token, where --token names none"] as const]
      : []),
    ...(manual.environment ?? []),
    ["NO_COLOR", "no colours on a terminal"],
  ];
}

function exampleLines(example: string, { examples = [] }: Manual): string[] {
  const more = examples.flatMap(([call, about]) => [`${indent}# ${about}`, `${indent}${call}`]);
  return [`${indent}${example}`, ...more];
}
