/** `yagura history show`: everything that a history has about a stock or a series, on one axis of days. */

import type { Config } from "../../../config/config.ts";
import { isSimulated, simulatedPast } from "../../../config/services.ts";
import { requireConfig } from "../../../files/check-files.ts";
import { openSameWorld } from "../../../history/simulated-world.ts";
import { type Clock, systemClock } from "../../../lib/clock.ts";
import { csvRow } from "../../../lib/csv.ts";
import { Refused } from "../../../lib/problem.ts";
import { cellWords } from "../../../lib/rows/row-writer.ts";
import { didYouMean } from "../../../lib/text/nearest.ts";
import { tameLine } from "../../../lib/text/tame.ts";
import { cellsIn, wrapped } from "../../../lib/text/terminal.ts";
import { isDay, jstDay, weekdayOf } from "../../../model/dates.ts";
import type { HistoryRecord } from "../../../model/history.ts";
import type { Language } from "../../../model/language.ts";
import { askedSpan } from "../../../settings/span.ts";
import { openHistoryReader } from "../../../store/history/history.ts";
import { refusing } from "../../../store/sqlite-error.ts";
import { keptCalendar } from "../../monitor-calls.ts";
import { type Terminal, terminalOf, translated } from "../../terminal.ts";

interface Options {
  readonly config: string;
  readonly since?: string;
  readonly format?: string;
  readonly json?: boolean;
}

export async function show(subject: string, options: Options): Promise<void> {
  const format = formatOf(options);
  const { records, meant, simulated } = await readSubject(subject, options, process.env);
  if (simulated.length > 0) process.stderr.write(`SIMULATED: ${simulated.join(", ")}\n`);
  process.stdout.write(shownRecords(records, format, terminalOf()));
  if (records.length > 0) return;
  process.exitCode = 1;
  process.stderr.write(`${nothing(subject, options.since, meant)}\n`);
}

function formatOf({ format, json }: Options): ShowFormat {
  if (format === undefined) return json || !process.stdout.isTTY ? "ndjson" : "text";
  const known = showFormats.find((each) => each === format);
  if (known === undefined) throw new Refused(`--format takes ${showFormats.join(", ")}, not "${format}"`);
  return known;
}

function nothing(subject: string, since: string | undefined, meant: string | undefined): string {
  const { language } = terminalOf();
  const about = tameLine(subject, 60);
  const near = meant === undefined ? "" : translated(meant, language);
  if (language === "ja")
    return `${about} の過去データは${since === undefined ? "" : `、${since} 以降は`}ありません${near === "" ? "" : `。${near}`}`;
  const then = since === undefined ? "" : ` since ${since}`;
  return `the history has nothing about ${about}${then}${near === "" ? "" : `: ${near}`}`;
}

interface SubjectPast {
  readonly records: readonly HistoryRecord[];
  /** Services of these records that are simulated. */
  readonly simulated: readonly string[];
  /** Where nothing was found, the nearest subject that has something. */
  readonly meant: string | undefined;
}

const lastDay = "9999-12-31";

/** Throws Refused where the call is wrong, or there is no history. */
export async function readSubject(
  subject: string,
  { config: path, since }: Pick<Options, "config" | "since">,
  environment: Readonly<Record<string, string | undefined>>,
  clock: Clock = systemClock,
): Promise<SubjectPast> {
  const config = requireConfig(path, environment);
  const from = since === undefined ? "0001-01-01" : await firstDay(since, config, clock);
  return refusing(() => {
    const history = openHistoryReader(config.history.file);
    try {
      const records = history.ofSubject(subject, { from, to: lastDay });
      const services = new Set(records.map(({ set }) => set.split("/")[0]));
      const simulated = simulatedPast(config, history.origins()).filter((name) => services.has(name));
      const meant = records.length > 0 ? undefined : didYouMean(subject, [...history.subjects()]);
      return { records, simulated, meant };
    } finally {
      history.close();
    }
  });
}

/** The day of a span's beginning; a length of time counts back from the day of the market, which may be simulated. */
async function firstDay(since: string, config: Config, clock: Clock): Promise<string> {
  const world = isSimulated(config, "market") ? await openSameWorld(config.state, clock) : undefined;
  try {
    const now = Number(world?.simulator.now() ?? clock.now());
    return jstDay(askedSpan({ since }, now, keptCalendar(config)).from);
  } finally {
    await world?.simulator.close();
  }
}

// Records of a history as a person or a program reads them.

const showFormats = ["text", "ndjson", "csv"] as const;
type ShowFormat = (typeof showFormats)[number];

/** Where the records are read: a terminal, or what a program reads line by line. */
interface Reading {
  /** Cells of the terminal; left out: lines are whole. */
  readonly columns?: number | undefined;
  readonly paint?: Terminal["paint"];
  readonly language?: Language;
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

const weekdays: Readonly<Record<Language, (day: number) => string>> = {
  en: (day) => ` (${["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][day]})`,
  ja: (day) => `（${"日月火水木金土"[day]}）`,
};

function weekdayWords(day: string, language: Language): string {
  return isDay(day) ? weekdays[language](weekdayOf(day)) : "";
}

const longestValue = 100;

/** Each field by its name but those that repeat the day and the subject. */
function fieldWords({ day, subject, row }: HistoryRecord): string {
  return Object.entries(row)
    .filter(([, value]) => value !== day && value !== subject)
    .map(([name, value]) => `${name} ${tameLine(cellWords(value), longestValue)}`)
    .join(", ");
}

function csvText(records: readonly HistoryRecord[]): string {
  const fields = new Set(records.flatMap(({ row }) => Object.keys(row)));
  const head = ["day", "set", "subject", "name"];
  const rows = records.map(({ day, set, subject, name, row }) =>
    csvRow([day, set, subject, name, ...[...fields].map((field) => cellWords(row[field]))]),
  );
  return [csvRow([...head, ...fields]), ...rows].join("");
}
