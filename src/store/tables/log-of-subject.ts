/** Entries of table log about one subject, found by an index: its newest quick enough to be asked in a commit. */
import { isDay } from "../../model/dates.ts";
import type { StoredEntry } from "../../model/event.ts";
import type { Database } from "../database.ts";
import { readable } from "../sqlite-error.ts";
import { isWhole, type LogRow, logColumns, storedEntry } from "./log.ts";

interface SubjectQuestion {
  readonly subject: string;
  readonly types: readonly string[];
  /** Only entries before this seq. */
  readonly before: number;
  readonly limit: number;
}

/** Finds the newest entries, in the order of the log. What is damaged is left out. */
export type AboutSubject = (question: SubjectQuestion) => StoredEntry[];

/** @param chainedFrom the first seq that has a hash */
export function createLogOfSubject(db: Database, chainedFrom: number): AboutSubject {
  const newest = db.prepare<[string, string, number, number], LogRow>(
    `SELECT ${logColumns} FROM log WHERE seq IN (
       SELECT seq FROM log INDEXED BY log_by_subject
       WHERE subject = ? AND type IN (SELECT value FROM json_each(?)) AND seq < ? ORDER BY seq DESC LIMIT ?)
     ORDER BY seq`,
  );
  return ({ subject, types, before, limit }) => {
    const rows = readable(() => newest.all(subject, JSON.stringify(types), before, limit)) ?? [];
    // The index may name rows that say something else, where one of the two is damaged.
    const asked = rows.filter((row) => row.subject === subject && types.includes(row.type));
    return asked.filter((row) => isWhole(row, chainedFrom)).map(storedEntry);
  };
}

interface SubjectType {
  readonly subject: string;
  readonly type: string;
}

interface SubjectPart extends SubjectType {
  /** Only entries after this seq. */
  readonly after: number;
  readonly limit: number;
}

/** The past of a subject, type by type in the order of the log, in parts that are read in a few milliseconds. */
export interface SubjectPast {
  /** Finds the seq after which a type has at most `most` entries about a subject; 0: all that are kept. */
  startOf(asked: SubjectType & { readonly most: number }): number;
  /** What is damaged is left out; `next` is where the next part begins, undefined after the last one. */
  entries(part: SubjectPart): { readonly entries: readonly StoredEntry[]; readonly next?: number };
  /** Counts entries by the day that they are about, as they write it. */
  days(part: SubjectPart): { readonly days: ReadonlyMap<string, number>; readonly next?: number };
}

/** @param chainedFrom the first seq that has a hash */
export function createSubjectPast(db: Database, chainedFrom: number): SubjectPast {
  const from = "FROM log INDEXED BY log_by_subject WHERE subject = ? AND type = ?";
  const start = db
    .prepare<[string, string, number], number>(`SELECT seq ${from} ORDER BY seq DESC LIMIT 1 OFFSET ?`)
    .pluck();
  const rowsOf = db.prepare<[string, string, number, number], LogRow>(
    `SELECT ${logColumns} ${from} AND seq > ? ORDER BY seq LIMIT ?`,
  );
  // The day stands before all that strangers wrote; to take whole bodies apart would take ten times as long.
  const daysOf = db.prepare<[string, string, number, number], { seq: number; day: string }>(
    `SELECT seq, substr(body, instr(body, '"occurred":"') + 12, 10) AS day ${from} AND seq > ? ORDER BY seq LIMIT ?`,
  );
  const nextOf = (rows: readonly { readonly seq: number }[], limit: number) => {
    const last = rows.at(-1);
    return last === undefined || rows.length < limit ? {} : { next: last.seq };
  };
  return {
    startOf: ({ subject, type, most }) => readable(() => start.get(subject, type, most)) ?? 0,
    entries({ subject, type, after, limit }) {
      const rows = readable(() => rowsOf.all(subject, type, after, limit)) ?? [];
      const asked = rows.filter((row) => row.subject === subject && row.type === type);
      const whole = asked.filter((row) => isWhole(row, chainedFrom));
      return { entries: whole.map(storedEntry), ...nextOf(rows, limit) };
    },
    days({ subject, type, after, limit }) {
      const rows = readable(() => daysOf.all(subject, type, after, limit)) ?? [];
      const days = new Map<string, number>();
      for (const { day } of rows) if (isDay(day)) days.set(day, (days.get(day) ?? 0) + 1);
      return { days, ...nextOf(rows, limit) };
    },
  };
}
