/** Edits of a CSV file that leave everything else byte for byte: quotes, line ends, empty lines, the order of rows. */
import { type CsvRow, csvCell, csvCellEnd, csvRows } from "./csv.ts";

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
