/** Rows as a program or a person reads them. */
import { csvRow } from "../../lib/csv.ts";
import { textTable } from "../../lib/text/table.ts";
import { tameLine } from "../../lib/text/tame.ts";
import type { FetchedRow } from "./call.ts";

export const fetchFormats = ["table", "ndjson", "csv"] as const;
export type FetchFormat = (typeof fetchFormats)[number];

export interface RowWriter {
  /** Takes a page and gives what to print now. */
  page(rows: readonly FetchedRow[]): string;
  /** Prints the rest. */
  end(): string;
}

/**
 * @param columns every column that a row may have; NDJSON needs none
 * @param cells how wide a table may be; undefined: as wide as it is
 */
export function createRowWriter(format: FetchFormat, columns: readonly string[], cells?: number): RowWriter {
  if (format === "table") return createTable(columns, cells);
  let headed = format !== "csv";
  return {
    page(rows) {
      const lines = rows.map((row) =>
        format === "csv" ? csvRow(columns.map((name) => cell(row[name]))) : `${JSON.stringify(row)}\n`,
      );
      if (!headed) lines.unshift(csvRow(columns));
      headed = true;
      return lines.join("");
    },
    end: () => (headed ? "" : csvRow(columns)),
  };
}

/** Lists and labels stay JSON in a cell. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const widestCell = 40;

/** Columns that no row fills are left out, so all rows are kept until the end. */
function createTable(columns: readonly string[], cells: number | undefined): RowWriter {
  const kept: string[][] = [];
  return {
    page(rows) {
      for (const row of rows) kept.push(columns.map((name) => tameLine(cell(row[name]), widestCell)));
      return "";
    },
    end() {
      const used = columns.map((_, at) => at).filter((at) => kept.some((row) => row[at] !== ""));
      return textTable(
        [columns, ...kept].map((row) => used.map((at) => row[at] ?? "")),
        cells,
      );
    },
  };
}
