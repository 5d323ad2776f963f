/** A watchlist in a CSV file, edited in its text. */
import { csvEdits } from "../../lib/csv-edits.ts";
import type { Cell } from "./settings-list.ts";

/** Rows of a list's file: the place of `code`, and the cells below the heading. */
export interface CsvList {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** @param text without a byte order mark. Throws a CsvError. */
export function csvList(text: string): CsvList {
  const [heading, ...rows] = csvEdits(text).rows;
  return { columns: heading?.cells.map((name) => name.trim()) ?? [], rows: rows.map(({ cells }) => cells) };
}

export function withCsvEntry(text: string, code: string, cells: Readonly<Record<string, Cell>>): string {
  const given: Readonly<Record<string, Cell>> = { ...cells, code };
  const { columns } = csvList(text);
  return csvEdits(text).withRow(columns.map((name) => String(Object.hasOwn(given, name) ? given[name] : "")));
}

/** @param index of the row below the heading */
export function withoutCsvEntry(text: string, index: number): string {
  const edits = csvEdits(text);
  const row = edits.rows[index + 1];
  return row === undefined ? text : edits.withoutRow(row);
}

/** @returns undefined where there is no such column */
export function withCsvCells(
  text: string,
  index: number,
  cells: Readonly<Record<string, Cell | undefined>>,
): string | undefined {
  let edited = text;
  for (const [column, value = ""] of Object.entries(cells)) {
    const edits = csvEdits(edited);
    const at = csvList(edited).columns.indexOf(column);
    const row = edits.rows[index + 1];
    if (at < 0 || row === undefined) return undefined;
    edited = edits.withCell(row, at, String(value));
  }
  return edited;
}

export function withCsvColumn(text: string, name: string): string {
  return csvEdits(text).withColumn(name);
}
