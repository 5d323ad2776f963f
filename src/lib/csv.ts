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

/** Rows of cells; empty lines are left out. Throws a CsvError where a quote stands alone. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let line = 1;
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

/** One row with its line end. */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(quote).join(",")}\r\n`;
}

function quote(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
