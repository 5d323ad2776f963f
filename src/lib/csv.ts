/** CSV as RFC 4180 has it: quotes around a cell, doubled inside; rows end in CRLF (LF alone is taken too). */

export class CsvError extends Error {
  /** Line number, from 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.name = "CsvError";
    this.line = line;
  }
}

/** Sticky: a cell in quotes, or one without; then what ends it. */
const cellAt = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
const tabbedCellAt = /(?:"((?:[^"]|"")*)"|([^"\t\r\n]*))(\t|\r?\n|$)/y;

/** What parts the cells of a row. */
export type Separator = "," | "\t";

/**
 * Rows of cells; empty lines are left out. Throws a CsvError where a quote stands alone.
 * @param firstLine the number of the first line
 */
export function parseCsv(text: string, firstLine = 1): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let line = firstLine;
  for (let at = 0; at < text.length; ) {
    cellAt.lastIndex = at;
    const cell = cellAt.exec(text);
    if (cell === null) throw new CsvError(line, "a quote that does not open or close a cell");
    const [whole, quoted, plain = "", end] = cell;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split("\n").length - 1;
    at += whole.length;
    if (end !== ",") {
      if (row.length > 1 || row[0] !== "" || quoted !== undefined) rows.push(row);
      row = [];
    } else if (at === text.length) rows.push([...row, ""]);
  }
  return rows;
}

/** Takes CSV in pieces, and gives the rows that are whole, as parseCsv gives those of a text. */
export interface CsvSplitter {
  /** Throws a CsvError. */
  push(text: string): string[][];
  /** The last row, which need not have a line end. Throws a CsvError. */
  end(): string[][];
}

export function createCsvSplitter(): CsvSplitter {
  let rest = "";
  /** Whether the rest ends in a cell in quotes: a doubled quote leaves it and is in it again. */
  let isQuoted = false;
  let line = 1;

  function taken(text: string): string[][] {
    const rows = parseCsv(text, line);
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) line += 1;
    return rows;
  }
  return {
    push(text) {
      let end = -1;
      for (const { index, 0: found } of text.matchAll(/["\n]/g)) {
        if (found === '"') isQuoted = !isQuoted;
        else if (!isQuoted) end = index;
      }
      if (end < 0) {
        rest += text;
        return [];
      }
      const whole = rest + text.slice(0, end + 1);
      rest = text.slice(end + 1);
      return taken(whole);
    },
    end() {
      const last = rest;
      rest = "";
      return taken(last);
    },
  };
}

/** A row with its place. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** Line on which it begins, from 1. */
  readonly line: number;
  /** Place of its first character in the text. */
  readonly start: number;
}

/** Rows with their places, for files that people write; empty lines are left out. Throws a CsvError as `parseCsv`. */
export function* csvRows(text: string, separator: Separator = ","): Generator<CsvRow, void> {
  const anyCell = separator === "," ? cellAt : tabbedCellAt;
  let cells: string[] = [];
  let line = 1;
  let begins = { line, start: 0 };
  for (let at = 0; at < text.length; ) {
    anyCell.lastIndex = at;
    const cell = anyCell.exec(text);
    if (cell === null) throw new CsvError(line, "a quote that does not open or close a cell");
    const [whole, quoted, plain = "", end] = cell;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.split("\n").length - 1;
    at += whole.length;
    const isLast = at === text.length;
    if (end === separator && !isLast) continue;
    if (end === separator) cells.push("");
    if (cells.length > 1 || cells[0] !== "" || quoted !== undefined) yield { cells, ...begins };
    cells = [];
    begins = { line, start: at };
  }
}

/** Column of the first character of a cell, from 1; where quotes hold line breaks, that on the row's first line. */
export function csvColumn(
  text: string,
  { start }: CsvRow,
  index: number,
  separator: Separator = ",",
): number {
  const anyCell = separator === "," ? cellAt : tabbedCellAt;
  let at = start;
  for (let cell = 0; cell < index; cell += 1) {
    anyCell.lastIndex = at;
    at += anyCell.exec(text)?.[0].length ?? 0;
  }
  return at - start + 1;
}

/** Where the cell ends that begins at a place: before its comma or line end. */
function csvCellEnd(text: string, start: number): number {
  cellAt.lastIndex = start;
  const [whole = "", , , end = ""] = cellAt.exec(text) ?? [];
  return start + whole.length - end.length;
}

/** One row with its line end. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map((cell) => csvCell(cell)).join(",")}\r\n`;
}

/** @param isQuoted it stands in quotes whether it needs them or not */
function csvCell(cell: string, isQuoted = false): string {
  return isQuoted || /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

// Edits of a CSV file that leave everything else byte for byte: quotes, line ends, empty lines, the order of rows.

/** Texts without a byte order mark. They may throw a CsvError. */
export interface CsvEdits {
  /** The heading and the rows. */
  readonly rows: readonly CsvRow[];
  /** The text with another value in a cell, in quotes where that was. */
  withCell(row: CsvRow, index: number, value: string): string;
  withoutRow(row: CsvRow): string;
  /** The text with a row more behind the last one. */
  withRow(cells: readonly string[]): string;
  /** The text with a column more, empty but for its heading. */
  withColumn(name: string): string;
}

export function csvEdits(text: string): CsvEdits {
  const rows = [...csvRows(text)];
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? "\n";
  const place = (row: CsvRow, index: number) => {
    let start = row.start;
    for (let cell = 0; cell < index; cell += 1) start = csvCellEnd(text, start) + 1;
    return { start, end: csvCellEnd(text, start) };
  };
  const endOf = (row: CsvRow) => place(row, row.cells.length - 1).end;
  /** Behind the row's line end. */
  const nextTo = (row: CsvRow) =>
    endOf(row) + (/^\r?\n/.exec(text.slice(endOf(row), endOf(row) + 2))?.[0].length ?? 0);
  return {
    rows,
    withCell(row, index, value) {
      const { start, end } = place(row, index);
      return `${text.slice(0, start)}${csvCell(value, text[start] === '"')}${text.slice(end)}`;
    },
    withoutRow: (row) => `${text.slice(0, row.start)}${text.slice(nextTo(row))}`,
    withRow(cells) {
      const last = rows.at(-1);
      const at = last === undefined ? text.length : nextTo(last);
      const before = text.slice(0, at);
      const row = cells.map((cell) => csvCell(cell)).join(",");
      const own = before === "" || before.endsWith("\n") ? `${row}${lineEnd}` : `${lineEnd}${row}`;
      return `${before}${own}${text.slice(at)}`;
    },
    withColumn(name) {
      const added = rows
        .toReversed()
        .map((row) => ({ at: endOf(row), cell: row === rows[0] ? `,${csvCell(name)}` : "," }));
      return added.reduce((edited, { at, cell }) => `${edited.slice(0, at)}${cell}${edited.slice(at)}`, text);
    },
  };
}
