/** Records of a history as a person or a program reads them. */
import { csvRow } from "../../lib/csv.ts";
import type { CallerLanguage } from "../../lib/text/language.ts";
import { tameLine } from "../../lib/text/tame.ts";
import { cellsIn, wrapped } from "../../lib/text/terminal.ts";
import { isDay, weekdayOf } from "../../model/dates.ts";
import type { HistoryRecord } from "../../model/history.ts";
import type { Terminal } from "../terminal.ts";

export const showFormats = ["text", "ndjson", "csv"] as const;
export type ShowFormat = (typeof showFormats)[number];

/** Where the records are read: a terminal, or what a program reads line by line. */
interface Reading {
  /** Cells of the terminal; left out: lines are whole. */
  readonly columns?: number | undefined;
  readonly paint?: Terminal["paint"];
  readonly language?: CallerLanguage;
}

export function shownRecords(
  records: readonly HistoryRecord[],
  format: ShowFormat,
  { columns, paint = (_, text) => text, language = "en" }: Reading = {},
): string {
  if (format === "ndjson") return records.map((record) => `${JSON.stringify(record)}\n`).join("");
  if (format === "csv") return csvText(records);
  if (columns === undefined) return lineByLine(records);
  const sets = shortNames([...new Set(records.map(({ set }) => set))]);
  return days(records)
    .map(([day, own]) => {
      const head = paint("bold", `${day}${weekdayWords(day, language)}`);
      return `${[head, ...dayLines(own, sets, columns)].join("\n")}\n`;
    })
    .join("\n");
}

/** A line a record: the day, the set, and its fields. */
function lineByLine(records: readonly HistoryRecord[]): string {
  const width = Math.max(0, ...records.map(({ set }) => set.length));
  return records
    .map((record) => `${record.day}  ${record.set.padEnd(width)}  ${fieldWords(record)}\n`)
    .join("");
}

/** The records of each day, in their order. */
function days(records: readonly HistoryRecord[]): [day: string, records: HistoryRecord[]][] {
  const byDay = new Map<string, HistoryRecord[]>();
  for (const record of records) byDay.set(record.day, [...(byDay.get(record.day) ?? []), record]);
  return [...byDay];
}

/** The set stands before its first record of the day, and lines that go on begin below the fields. */
function dayLines(
  records: readonly HistoryRecord[],
  sets: ReadonlyMap<string, string>,
  columns: number,
): string[] {
  const width = Math.max(0, ...[...sets.values()].map(cellsIn));
  const indent = " ".repeat(Math.min(width + 4, Math.floor(columns / 2)));
  let before: string | undefined;
  return records.flatMap((record) => {
    const name = record.set === before ? "" : (sets.get(record.set) ?? record.set);
    before = record.set;
    return wrapped(`  ${name.padEnd(width)}  ${fieldWords(record)}`, columns, indent);
  });
}

/** The ends of names that tell them apart: margin-alert, and bars/daily where there are several. */
function shortNames(sets: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    sets.map((set) => {
      const parts = set.split("/");
      const ends = parts.map((_, index) => parts.slice(-index - 1).join("/"));
      const isOwn = (end: string) => sets.every((other) => other === set || !`/${other}`.endsWith(`/${end}`));
      return [set, ends.find(isOwn) ?? set];
    }),
  );
}

const weekdays: Readonly<Record<CallerLanguage, (day: number) => string>> = {
  en: (day) => ` (${["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][day]})`,
  ja: (day) => `（${"日月火水木金土"[day]}）`,
};

function weekdayWords(day: string, language: CallerLanguage): string {
  return isDay(day) ? weekdays[language](weekdayOf(day)) : "";
}

const longestValue = 100;

/** Each field by its name but those that repeat the day and the subject. */
function fieldWords({ day, subject, row }: HistoryRecord): string {
  return Object.entries(row)
    .filter(([, value]) => value !== day && value !== subject)
    .map(([name, value]) => `${name} ${tameLine(cell(value), longestValue)}`)
    .join(", ");
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
