/** Finds entries of the log: about a subject, and the newest that match. */
import { isDay } from "../../model/dates.ts";
import type { StoredEntry } from "../../model/event.ts";
import type { Database } from "../database.ts";
import { readable } from "../sqlite-error.ts";
import { isWholeRow, type LogRow, logColumns, storedEntry } from "./log.ts";

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
    return asked.filter((row) => isWholeRow(row, chainedFrom)).map(storedEntry);
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
      const whole = asked.filter((row) => isWholeRow(row, chainedFrom));
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

// Finds entries of table log by what they say: those about a subject by an index, others by looking through the
// log. For a person's question, not for each poll.

interface LogQuestion {
  /** Left out: any, as for the others. */
  readonly types?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  /** The event's `source`, such as `/rules/large-new-short`. */
  readonly source?: string | undefined;
  /** Only entries after this seq. */
  readonly after?: number;
  /** Only entries up to this seq. */
  readonly upTo?: number;
  readonly limit: number;
}

/** Some events of one kind. */
interface TypeCount {
  readonly type: string;
  readonly source: string;
  readonly count: number;
  /** The last of them. */
  readonly last: number;
}

/** Damaged entries are left out of what is found, not out of what is counted. */
export interface LogSearch {
  /** Finds entries in the order of the log. */
  oldest(question: LogQuestion): StoredEntry[];
  /** The latest first. */
  newest(question: LogQuestion): StoredEntry[];
  /** The last seq that was committed at this time or before (ISO); 0: none that is kept. Quick. */
  seqAt(time: string): number;
  /** The first and the last seq of what was committed together with an entry, which has one time. */
  commitOf(seq: number, time: string): { readonly first: number; readonly last: number };
  /** Counts the entries of the same commit by type, this one included. */
  committedWith(seq: number, time: string): TypeCount[];
  /** Counts the entries about a subject, up to a seq. */
  about(subject: string, upTo: number): TypeCount[];
  /** Whom events of these types were about. */
  subjects(types: readonly string[], limit: number): string[];
}

const asked = `seq > @after AND seq <= @upTo AND (@source IS NULL OR source = @source)
  AND (@types IS NULL OR type IN (SELECT value FROM json_each(@types)))`;
const counted = "SELECT type, source, count(*) AS count, max(seq) AS last FROM log";

/** @param chainedFrom the first seq that has a hash */
export function createLogSearch(db: Database, chainedFrom: number): LogSearch {
  const found = (order: "ASC" | "DESC") => {
    const end = `ORDER BY seq ${order} LIMIT @limit`;
    const ofAny = db.prepare<[object], LogRow>(`SELECT ${logColumns} FROM log WHERE ${asked} ${end}`);
    // The numbers alone first: rows with their bodies would have to be put in order.
    const ofOne = db.prepare<[object], LogRow>(
      `SELECT ${logColumns} FROM log WHERE seq IN
         (SELECT seq FROM log INDEXED BY log_by_subject WHERE subject = @subject AND ${asked} ${end})
       ORDER BY seq ${order}`,
    );
    return ({ types, subject, source, after = 0, upTo, limit }: LogQuestion) =>
      (subject === undefined ? ofAny : ofOne)
        .all({
          types: types === undefined ? null : JSON.stringify(types),
          ...(subject !== undefined && { subject }),
          source: source ?? null,
          after,
          upTo: upTo ?? Number.MAX_SAFE_INTEGER,
          limit,
        })
        // The index may name rows that say something else, where one of the two is damaged.
        .filter((row) => subject === undefined || row.subject === subject)
        .filter((row) => isWholeRow(row, chainedFrom))
        .map(storedEntry);
  };
  const { seqAt, commitOf } = timesOf(db);
  const together = db.prepare<[number, number], TypeCount>(
    `${counted} WHERE seq BETWEEN ? AND ? GROUP BY type, source ORDER BY min(seq)`,
  );
  const about = db.prepare<[string, number], TypeCount>(
    `${counted} WHERE subject = ? AND seq <= ? GROUP BY type, source ORDER BY last DESC`,
  );
  const subjects = db
    .prepare<[string, number], string>(
      "SELECT DISTINCT subject FROM log WHERE type IN (SELECT value FROM json_each(?)) LIMIT ?",
    )
    .pluck();
  return {
    oldest: found("ASC"),
    newest: found("DESC"),
    seqAt,
    commitOf,
    committedWith(seq, time) {
      const { first, last } = commitOf(seq, time);
      return together.all(first, last);
    },
    about: (subject, upTo) => about.all(subject, upTo),
    subjects: (types, limit) => subjects.all(JSON.stringify(types), limit),
  };
}

/** Finds by time: all entries of a commit have one time, and times follow the order of the log. */
function timesOf(db: Database): Pick<LogSearch, "seqAt" | "commitOf"> {
  // Asked for both at once, SQLite would look through the whole table.
  const ends = db.prepare<[], { first: number | null; last: number | null }>(
    "SELECT (SELECT min(seq) FROM log) AS first, (SELECT max(seq) FROM log) AS last",
  );
  const timeOf = db.prepare<[number], string>("SELECT time FROM log WHERE seq = ?").pluck();
  const before = db
    .prepare<[number, string], number>(
      "SELECT seq FROM log WHERE seq < ? AND time <> ? ORDER BY seq DESC LIMIT 1",
    )
    .pluck();
  const after = db
    .prepare<[number, string], number>("SELECT seq FROM log WHERE seq > ? AND time <> ? ORDER BY seq LIMIT 1")
    .pluck();
  const commitOf: LogSearch["commitOf"] = (seq, time) => ({
    first: (before.get(seq, time) ?? 0) + 1,
    last: (after.get(seq, time) ?? Number.MAX_SAFE_INTEGER) - 1,
  });
  return {
    seqAt(time) {
      const { first, last } = ends.get() ?? {};
      let [low, high] = [(first ?? 1) - 1, last ?? 0];
      // By halves, since the log may be long: there is no hole, and times follow its order but for a clock set back.
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((timeOf.get(middle) ?? "") <= time) low = middle;
        else high = middle - 1;
      }
      return first !== null && low >= (first ?? 1) ? low : 0;
    },
    commitOf,
  };
}
