/** The file of a history: its tables with their checksums, as the list of steps that made them (append only), its settings, and days as it has them. */
import { dayMs } from "../../lib/clock.ts";
import { isDay } from "../../model/dates.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { FileShape } from "../database.ts";
import { rowSum } from "../tables/sealed-tables.ts";

/** Days of about 8,000 years. */
const mostDays = 3_000_000;

/** Throws a RangeError for what is no day. */
export function dayNumber(day: string): number {
  if (!isDay(day)) throw new RangeError(`"${day.slice(0, 40)}" is no day YYYY-MM-DD`);
  return Date.parse(day) / dayMs;
}

/** Throws a StoreError for a number that no day was stored as. */
export function dayText(number: number): string {
  if (!(Math.abs(number) <= mostDays)) throw new StoreError("a day is damaged", undefined, "damaged");
  return new Date(number * dayMs).toISOString().slice(0, 10);
}

/** Mondays begin a week; 1970 began on a Thursday. */
export function weekOf(day: number): number {
  return Math.floor((day + 3) / 7);
}

/** Weeks of a block: whole numbers are exact up to so many bits. */
const blockWeeks = 52;

export function blockOf(week: number): number {
  return Math.floor(week / blockWeeks);
}

/** The bit of a week in its block. */
export function bitOf(week: number): number {
  return 2 ** (week - blockOf(week) * blockWeeks);
}

/** The weeks of a block whose bits are set, ascending. */
export function weeksOf(block: number, bits: number): number[] {
  const weeks: number[] = [];
  for (let at = 0, rest = bits; rest > 0; at += 1, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) weeks.push(block * blockWeeks + at);
  return weeks;
}

// Checksums of a history: of each record and of all of a day together, and of each row that says what is there.

/** The key of a record, and what it says. */
export interface SealedRecord {
  readonly week: number;
  readonly subject: string;
  readonly day: number;
  readonly name: string;
  readonly body: string;
}

export function recordSum(set: number, { week, subject, day, name, body }: SealedRecord): number {
  return rowSum("record", set, week, subject, day, name, body);
}

/** Columns under the seal of each table, as SQL. */
export const sealSql = {
  days: "row_sum('day', set_id, day, records, sum)",
  subject_weeks: "row_sum('weeks', block, subject, set_id, weeks)",
  sets: "row_sum('set', id, name, columns, day_rows, day_sum)",
  pieces: "row_sum('piece', set_id, scope, from_day, to_day, at, records, refused)",
  origins: "row_sum('origin', service, origin)",
} as const;

export type SealedName = keyof typeof sealSql;

/** A condition for rows that are whole. */
export function whole(table: SealedName): string {
  return `(seal IS ${sealSql[table]})`;
}

/** The error for records of a set that are not as they were written. @param day a day of them, if it is known */
export function damagedRecords(set: string, day?: number): StoreError {
  const when = day === undefined ? "" : ` of about ${dayText(day)}`;
  const since = day === undefined ? "DAY" : dayText(day);
  return new StoreError(
    `records of ${set}${when} are damaged; \`yagura history fetch --since ${since}\` fetches them again`,
    undefined,
    "damaged",
  );
}

const CACHE_KIB = 16_384;
/** A table by key has whole rows in the upper pages of its tree as well: of large pages there are few to read. */
const PAGE_BYTES = 16_384;
/** Pages of the write-ahead log between two moves into the file, which a call has to wait for. */
const CHECKPOINT_PAGES = 500;

const migrations: readonly string[] = [
  // `columns`: names of the fields of a set's rows, in the order of a body's values; it only grows.
  // `day`: days since 1970. The week comes before the subject, and the day after: so a year of one stock is read from
  // fifty places instead of as many as it has days, and a day's writing and reading still stay within one stretch.
  // `weeks` of a subject: a bit for each week of a block, since an index of the records would be a tenth of the file.
  `
  CREATE TABLE sets (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    columns TEXT NOT NULL
  ) STRICT;

  CREATE TABLE records (
    set_id  INTEGER NOT NULL,
    week    INTEGER NOT NULL,
    subject TEXT NOT NULL,
    day     INTEGER NOT NULL,
    name    TEXT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (set_id, week, subject, day, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE days (
    set_id  INTEGER NOT NULL,
    day     INTEGER NOT NULL,
    records INTEGER NOT NULL,
    PRIMARY KEY (set_id, day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE subject_weeks (
    block   INTEGER NOT NULL,
    subject TEXT NOT NULL,
    set_id  INTEGER NOT NULL,
    weeks   INTEGER NOT NULL,
    PRIMARY KEY (block, subject, set_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pieces (
    set_id   INTEGER NOT NULL,
    scope    TEXT NOT NULL,
    from_day INTEGER NOT NULL,
    to_day   INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    records  INTEGER NOT NULL,
    refused  TEXT,
    PRIMARY KEY (set_id, scope, from_day, to_day)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE origins (
    service TEXT PRIMARY KEY,
    origin  TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // Checksums. `sum` of a day is that of its records' together; what a version before fetched has none, and a day that
  // has some such records never has. `day_rows` and `day_sum` of a set are the number of its days, and of their seals.
  `
  ALTER TABLE records ADD COLUMN sum INTEGER;
  ALTER TABLE days ADD COLUMN sum INTEGER;
  ALTER TABLE sets ADD COLUMN day_rows INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE sets ADD COLUMN day_sum INTEGER NOT NULL DEFAULT 0;
  ${(Object.keys(sealSql) as SealedName[]).map((table) => `ALTER TABLE ${table} ADD COLUMN seal INTEGER;`).join("\n  ")}
  UPDATE days SET seal = ${sealSql.days};
  UPDATE sets SET day_rows = (SELECT count(*) FROM days WHERE set_id = id),
    day_sum = (SELECT coalesce(sum(days.seal), 0) FROM days WHERE set_id = id);
  ${(["sets", "subject_weeks", "pieces", "origins"] as const).map((table) => `UPDATE ${table} SET seal = ${sealSql[table]};`).join("\n  ")}
  `,
];

export const historyShape: FileShape = {
  kind: "history",
  migrations,
  prepare(db) {
    // Only a file without tables takes these two; by the second what is forgotten leaves the disk.
    db.pragma(`page_size = ${PAGE_BYTES}`);
    db.pragma("auto_vacuum = INCREMENTAL");
    db.pragma("journal_mode = WAL");
    // A power cut may take the last commits, pieces with their records, and never a part of one: the next fetch asks for
    // them again. Waiting for the disk at each would hold the monitor up for nothing.
    db.pragma("synchronous = NORMAL");
    db.pragma(`cache_size = -${CACHE_KIB}`);
    db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  },
  made: "no history there yet; `yagura history fetch` makes one",
  updated: "`yagura history fetch` updates it",
};
