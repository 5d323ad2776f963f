/** A problem as a terminal shows it: what is wrong, its line of the file, a caret under the column, what was meant. */
import { formatProblem, type Problem, withoutControls } from "./problem.ts";
import { cellsOf } from "./text/cells.ts";

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
  let from = caret;
  let before = 0;
  while (from > 0 && before < cellsBefore) before += cellsOf(characters[--from] ?? "");
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
