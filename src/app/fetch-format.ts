/** Rows as a program or a person reads them. */
import { csvRow } from "../lib/csv.ts";
import { tameLine } from "../lib/text/tame.ts";
import type { FetchedRow } from "./fetch-call.ts";

export const fetchFormats = ["table", "ndjson", "csv"] as const;
export type FetchFormat = (typeof fetchFormats)[number];

export interface RowWriter {
  /** Takes a page and gives what to print now. */
  page(rows: readonly FetchedRow[]): string;
  /** What is left to print. */
  end(): string;
}

/** @param columns every column that a row may have; NDJSON needs none */
export function createRowWriter(format: FetchFormat, columns: readonly string[]): RowWriter {
  if (format === "table") return createTable(columns);
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
function createTable(columns: readonly string[]): RowWriter {
  const kept: string[][] = [];
  return {
    page(rows) {
      for (const row of rows) kept.push(columns.map((name) => tameLine(cell(row[name]), widestCell)));
      return "";
    },
    end() {
      const used = columns.map((_, at) => at).filter((at) => kept.some((row) => row[at] !== ""));
      return textTable([columns, ...kept].map((row) => used.map((at) => row[at] ?? "")));
    },
  };
}

/** Cells padded to one width a column, on a terminal that shows Japanese characters twice as wide. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    rows.reduce((most, row) => Math.max(most, width(row[at])), 0),
  );
  const padded = (text: string, at: number) => text + " ".repeat((widths[at] ?? 0) - width(text));
  return rows.map((row) => `${row.map(padded).join("  ").trimEnd()}\n`).join("");
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;

function width(text = ""): number {
  return [...text].length + (text.match(wide)?.length ?? 0);
}
