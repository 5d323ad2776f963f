/** Records of a history as a person or a program reads them. */
import { csvRow } from "../../lib/csv.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import type { HistoryRecord } from "../../model/history.ts";

export const showFormats = ["text", "ndjson", "csv"] as const;
export type ShowFormat = (typeof showFormats)[number];

/** @param columns cells of the terminal; undefined: lines are whole */
export function shownRecords(
  records: readonly HistoryRecord[],
  format: ShowFormat,
  columns?: number,
): string {
  if (format === "ndjson") return records.map((record) => `${JSON.stringify(record)}\n`).join("");
  if (format === "csv") return csvText(records);
  const width = Math.max(0, ...records.map(({ set }) => set.length));
  return records
    .flatMap((record) => wrapped(textLine(record, width), columns, "    "))
    .map((line) => `${line}\n`)
    .join("");
}

const longestValue = 100;

/** One line: the day, the set, and each field by its name but those that repeat the day and the subject. */
function textLine({ day, set, subject, row }: HistoryRecord, width: number): string {
  const fields = Object.entries(row)
    .filter(([, value]) => value !== day && value !== subject)
    .map(([name, value]) => `${name} ${tameLine(cell(value), longestValue)}`);
  return `${day}  ${set.padEnd(width)}  ${fields.join(", ")}`;
}

function csvText(records: readonly HistoryRecord[]): string {
  const fields = new Set(records.flatMap(({ row }) => Object.keys(row)));
  const head = ["day", "set", "subject", "name"];
  const rows = records.map(({ day, set, subject, name, row }) =>
    csvRow([day, set, subject, name, ...[...fields].map((field) => cell(row[field]))]),
  );
  return [csvRow([...head, ...fields]), ...rows].join("");
}

/** Lists and labels stay JSON in a cell. */
function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
