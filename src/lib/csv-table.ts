/** A CSV file with a heading row as a table: columns that each hold texts or numbers, and every mistake at its place. */
import { CsvError, type CsvRow, csvColumn, csvRows } from "./csv.ts";
import { withoutMark } from "./problem.ts";
import { didYouMean } from "./text/nearest.ts";

export type Cell = string | number;
export type Kind = "text" | "number";

interface CsvMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly suggestion?: string | undefined;
}

export interface TableRow {
  /** By column; what is empty is absent. */
  readonly cells: Readonly<Record<string, Cell>>;
  /** Reports a mistake in the cell of a column. */
  refuse(column: string, message: string, suggestion?: string): void;
}

export interface CsvTable {
  /** In the order of the file. A column without a value has no kind. */
  readonly columns: ReadonlyMap<string, Kind | undefined>;
  readonly rows: readonly TableRow[];
  /** In the order in which they were found; those that rows are refused for come behind. At most so many. */
  readonly mistakes: readonly CsvMistake[];
}

export interface TableForm {
  /** Columns that must be there. */
  readonly needs: readonly string[];
  /** Kinds that are known before; the kind of another column is that of its first value. */
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly mostRows: number;
}

/** Form of a name that expressions can read as a field. */
export const columnForm = /^[A-Za-z_][A-Za-z0-9_]{0,49}$/;
const notNames: ReadonlySet<string> = new Set([
  ...["in", "true", "false", "null", "constructor", "prototype", "__proto__"],
]);

export function isColumnName(name: string): boolean {
  return columnForm.test(name) && !notNames.has(name);
}

const mostColumns = 50;
const mostMistakes = 20;

/** Never throws. */
export function readCsvTable(given: string, form: TableForm): CsvTable {
  const text = withoutMark(given);
  const mistakes: CsvMistake[] = [];
  const report = (row: CsvRow | undefined, index: number, message: string, suggestion?: string): void => {
    if (mistakes.length >= mostMistakes) return;
    const column = row === undefined ? 1 : csvColumn(text, row, index);
    mistakes.push({ line: row?.line ?? 1, column, message, suggestion });
  };
  const rows: CsvRow[] = [];
  try {
    for (const row of csvRows(text)) {
      if (rows.length > form.mostRows) {
        report(row, 0, `the file has more than ${form.mostRows} rows`);
        break;
      }
      rows.push(row);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    mistakes.push({ line: error.line, column: 1, message: "a quote does not open or close a cell here" });
  }
  const [heading, ...others] = rows;
  const names = heading?.cells.map((name) => name.trim()) ?? [];
  if (heading === undefined) report(undefined, 0, "the file is empty: its first row names the columns");
  else checkHeading(names, form, (index, message, suggestion) => report(heading, index, message, suggestion));
  if (mistakes.length > 0) return { columns: new Map(), rows: [], mistakes };
  const kinds = new Map<string, Kind>(form.kinds);
  const taken = others.map((row) => takeRow(row, names, kinds, report));
  return { columns: new Map(names.map((name) => [name, kinds.get(name)])), rows: taken, mistakes };
}

type Report = (row: CsvRow, index: number, message: string, suggestion?: string) => void;

function checkHeading(
  names: readonly string[],
  { needs }: TableForm,
  report: (index: number, message: string, suggestion?: string) => void,
): void {
  if (names.length > mostColumns) report(0, `a file has at most ${mostColumns} columns`);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) report(index, `there is another column \`${name}\``);
    else if (!isColumnName(name))
      report(
        index,
        "a column's name has letters, digits and _",
        name.includes(";") ? "cells are parted by commas" : undefined,
      );
  }
  if (names.some((name) => !isColumnName(name))) return;
  for (const needed of needs) {
    if (names.includes(needed)) continue;
    const near = names.find((name) => didYouMean(needed, [name]) !== undefined);
    report(
      near === undefined ? 0 : names.indexOf(near),
      `there is no column \`${needed}\``,
      near && `is \`${near}\` meant?`,
    );
  }
}

function takeRow(row: CsvRow, names: readonly string[], kinds: Map<string, Kind>, report: Report): TableRow {
  const { cells: texts } = row;
  if (texts.length !== names.length)
    report(
      row,
      Math.min(texts.length, names.length),
      `this row has ${cellsInWords(texts.length)}, the heading ${cellsInWords(names.length)}`,
      texts.length > names.length ? 'a text with a comma is written in quotes: "a, b"' : undefined,
    );
  const cells: Record<string, Cell> = {};
  for (const [index, name] of names.entries()) {
    const text = texts[index]?.trim() ?? "";
    if (text === "") continue;
    const kind = kinds.get(name) ?? (numberForm.test(text) ? "number" : "text");
    kinds.set(name, kind);
    if (kind === "text") cells[name] = text;
    else if (numberForm.test(text)) cells[name] = Number(text);
    else report(row, index, `\`${name}\` is a column of numbers`, numberMeant(text));
  }
  return {
    cells,
    refuse: (name, message, suggestion) => report(row, names.indexOf(name), message, suggestion),
  };
}

/** A number that keeps all its digits: what begins with a 0, such as a sector's code, is a text. */
const numberForm = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/;

function numberMeant(text: string): string {
  const plain = text.normalize("NFKC").replaceAll(/[,\s¥円%]/g, "");
  return numberForm.test(plain) ? `write ${plain}` : "`texts` names the columns that hold texts";
}

function cellsInWords(count: number): string {
  return count === 1 ? "1 cell" : `${count} cells`;
}
