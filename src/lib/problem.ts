/** Mistakes in files that people wrote, each with its place, as a compiler and a terminal show it, and refusals. */

import { didYouMean } from "./text/nearest.ts";
import { cellsOf } from "./text/terminal.ts";

/** A mistake in a file that a person wrote, with its place. Lines and columns count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** Text to write instead, as a sentence such as "did you mean `cooldown`?". */
  readonly suggestion?: string;
  /** Left out: a mistake, the file is refused. A warning never stops a file from being used. */
  readonly severity?: "warning";
  /** The line as it stands in the file, without secrets; for people at a terminal. */
  readonly source?: string;
}

/** Reads like a compiler's message: `rules/a.yaml:3:5: unknown key (did you mean ...)`. */
export function formatProblem({ file, line, column, message, suggestion, severity }: Problem): string {
  const kind = severity === undefined ? "" : `${severity}: `;
  const told = `${file}:${line}:${column}: ${kind}${message}`;
  return withoutControls(suggestion === undefined ? told : `${told} (${suggestion})`);
}

/** A file may hold anything: what would move the cursor, or turn the direction of writing, becomes a blank. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, " ");
}

export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** The problems of one file, each with its line of the file's text. */
export function withSource<P extends Problem>(problems: readonly P[], text: string): P[] {
  if (problems.length === 0) return [];
  const lines = withoutMark(text).split(/\r\n|\n/);
  return problems.map((problem) => {
    const source = lines[problem.line - 1];
    return source === undefined ? problem : { ...problem, source };
  });
}

/** The text of a file without the byte order mark that some editors begin it with, and count no column for. */
export function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/** Cells of a line that are shown; of a longer one, the part around the caret. */
const mostCells = 100;
/** Cells before the caret, where the line's beginning has to be cut. */
const cellsBefore = 40;

export function problemLines(problem: Problem): string[] {
  const { source, column, suggestion } = problem;
  if (source === undefined) return [formatProblem(problem)];
  const { suggestion: _, ...unsuggested } = problem;
  const lines = [formatProblem(unsuggested), ...underlined(source, column)];
  return suggestion === undefined ? lines : [...lines, withoutControls(suggestion)];
}

/** The line and the caret's line. Columns are UTF-16 units from 1; cells are what a terminal counts. */
function underlined(source: string, column: number): [string, string] {
  const characters = [...withoutControls(source)];
  const caret = characterAt(characters, column - 1);
  const from = firstShown(characters, caret);
  const to = lastShown(characters, from);
  const lead = from > 0 ? "…" : "";
  const line = characters.slice(from, to).join("");
  const indent = " ".repeat(lead.length + cells(characters.slice(from, caret)));
  return [`${lead}${line}${to < characters.length ? "…" : ""}`, `${indent}^`];
}

function characterAt(characters: readonly string[], unit: number): number {
  let units = 0;
  for (const [index, character] of characters.entries()) {
    units += character.length;
    if (unit < units) return index;
  }
  return characters.length;
}

function firstShown(characters: readonly string[], caret: number): number {
  if (cells(characters) <= mostCells || cells(characters.slice(0, caret)) < mostCells - cellsBefore / 2)
    return 0;
  // The line is long before the caret, so there are as many cells.
  let from = caret;
  let before = 0;
  while (before < cellsBefore) before += cellsOf(characters[--from] ?? "");
  return from;
}

function lastShown(characters: readonly string[], from: number): number {
  let to = from;
  for (let shown = 0; to < characters.length; to++) {
    shown += cellsOf(characters[to] ?? "");
    if (shown > mostCells) break;
  }
  return to;
}

function cells(characters: readonly string[]): number {
  return characters.reduce((sum, character) => sum + cellsOf(character), 0);
}

/** The call or a file was wrong: told in plain lines, exit status 2. */
export class Refused extends Error {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[] = []) {
    super(message);
    this.name = "Refused";
    this.problems = problems;
  }
}

const mostNamed = 20;

/** The refusal of a rule's name that no rule has. */
export function noRule(name: string, names: readonly string[]): Refused {
  const there = names.slice(0, mostNamed).join(", ") || "there is none";
  return new Refused(`there is no rule "${name}": ${didYouMean(name, names) ?? there}`);
}
