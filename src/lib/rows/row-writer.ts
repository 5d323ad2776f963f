/** Writes rows as a file of data, one after the other: lines of JSON, or CSV. Nothing but the row at hand is kept. */
import { csvRow } from "../csv.ts";

/** `integer` and `number` are numbers, `moment` is an ISO text with its zone, `json` any value. */
export type ColumnKind = "text" | "integer" | "number" | "moment" | "json";

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Value of a cell; undefined or null: unknown. */
export type Cell = unknown;

export interface Row {
  /** The whole row as one line of JSON, for the format that has no columns. */
  json(): string;
  /** Its cells in the order of the columns. */
  cells(): readonly Cell[];
}

/** Where bytes go: resolves once more may come, and rejects where they cannot be written. */
export type Sink = (bytes: string | Uint8Array) => Promise<void>;

export interface RowWriter {
  write(rows: readonly Row[]): Promise<void>;
  /** Writes what is still to come. */
  end(): Promise<void>;
}

export function createNdjsonWriter(sink: Sink): RowWriter {
  return {
    async write(rows) {
      if (rows.length > 0) await sink(rows.map((row) => `${row.json()}\n`).join(""));
    },
    end: async () => {},
  };
}

/**
 * CSV with a heading, in UTF-8.
 * @param isForSpreadsheets marks the bytes as UTF-8, and puts a ' before texts that a spreadsheet would take for a formula
 */
export function createCsvWriter(
  columns: readonly Column[],
  sink: Sink,
  isForSpreadsheets = false,
): RowWriter {
  const heading = csvRow(columns.map(({ name }) => name));
  let isBegun = false;
  const begin = (): string => {
    if (isBegun) return "";
    isBegun = true;
    return isForSpreadsheets ? `\ufeff${heading}` : heading;
  };
  const cellText = (cell: Cell): string => {
    const text = cellWords(cell);
    return isForSpreadsheets && typeof cell !== "number" && formula.test(text) ? `'${text}` : text;
  };
  return {
    async write(rows) {
      const lines = rows.map((row) => csvRow(row.cells().map(cellText)));
      await sink(begin() + lines.join(""));
    },
    async end() {
      await sink(begin());
    },
  };
}

const formula = /^[=+\-@\t\r]/;

/** Lists and records stay JSON in a cell. */
export function cellWords(cell: Cell): string {
  if (cell === undefined || cell === null) return "";
  return typeof cell === "object" ? JSON.stringify(cell) : String(cell);
}
