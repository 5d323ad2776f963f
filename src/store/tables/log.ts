/**
 * Table log: every event, numbered without a hole and chained. Each entry has the hash of the one before, and its
 * own over that and all that it says: so it tells by itself whether it is whole, and with its neighbour whether one
 * is missing between. What is damaged is never given to anybody. Of an entry that was blanked the hash stays, so that the
 * chain does, and a further one is over what is left of it.
 */
import { hash } from "node:crypto";
import type { Event, LogEntry, StoredEntry } from "../../model/event.ts";
import type { Database } from "../database.ts";
import { type RowsRead, readable, rowsAfter } from "../sqlite-error.ts";
import type { MetaTable } from "./meta.ts";
import type { SumsTable } from "./sealed-tables.ts";

interface LogTable {
  /** The highest seq that was written, 0 when there is none. */
  head(): number;
  /** The highest seq that the table has, written or not. */
  last(): number | undefined;
  /** The lowest seq that is kept, undefined when there is none. */
  oldest(): number | undefined;
  /** At most `limit` whole entries after a seq: one that is missing between them, or up to the head, is damaged. */
  read(after: number, limit: number): StoredEntry[];
  append(entry: LogEntry): void;
  /** Keeps how far the log goes, with the entries. */
  keepHead(seq: number): void;
  /** Hash that chains the next entry to this one; undefined: there is no such entry, it cannot be read, or it is older than the chain. */
  hashOf(seq: number): string | undefined;
  /** The first seq that has a hash. */
  readonly chainedFrom: number;
  /** Takes away what stands behind the head and never was written. */
  dropBeyond(head: number): void;
  /** The seq up to which the `limit` oldest entries are all from before `time` (ISO), 0 when none is. */
  olderThan(time: string, limit: number): number;
  /** Deletes the entries up to and including `seq`. */
  dropTo(seq: number): number;
  /** Writes what an entry is to say from now on. Its place in the chain, and its hash in that of the next, stay. */
  blank(seq: number, json: string): void;
}

/** Key of the first seq whose entry has a hash. */
const chainedFromKey = "log.chained-from";

interface Surroundings {
  readonly meta: Pick<MetaTable, "get">;
  readonly sums: SumsTable;
}

export function createLogTable(db: Database, { meta, sums }: Surroundings): LogTable {
  // Where that is damaged itself, none passes without one.
  const chainedFrom = Number(meta.get(chainedFromKey) ?? 0);
  const { chained, read } = reading(db, chainedFrom, sums);
  const { head, ...ends } = bounds(db, sums, read);
  return {
    head,
    ...ends,
    read,
    chainedFrom,
    hashOf: chained,
    keepHead: (seq) => sums.set("log", "", { rows: seq, sum: sums.get("log")?.sum ?? 1 }),
    ...appending(db, chained),
    ...pruning(db, sums),
    blank: blanking(db),
  };
}

function reading(db: Database, chainedFrom: number, sums: SumsTable) {
  const max = db.prepare<[], number | null>("SELECT max(seq) FROM log").pluck();
  // Up to where something may stand; the head itself is found by reading.
  const end = () => Math.max(sums.get("log")?.rows ?? 0, readable(() => max.get()) ?? 0);
  const rows = db.prepare<[number, number], LogRow>(
    `SELECT ${logColumns} FROM log WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  const hashOf = db.prepare<[number], string | null>("SELECT hash FROM log WHERE seq = ?").pluck();
  const all = (after: number, limit: number) => rows.all(after, limit);
  const iterate = (after: number, limit: number) => rows.iterate(after, limit);
  const chained = (seq: number) => readable(() => hashOf.get(seq)) ?? undefined;
  const isWholeAt = (seq: number) => {
    const [row] = readable(() => rows.all(seq - 1, 1)) ?? [];
    return row?.seq === seq && isWholeRow(row, chainedFrom);
  };
  const read = (after: number, limit: number): StoredEntry[] => {
    const whole: StoredEntry[] = [];
    let before = { seq: after, hash: chained(after) };
    for (let next: number | undefined = after; next !== undefined && whole.length < limit; ) {
      const some: RowsRead<LogRow> = rowsAfter({ all, iterate }, next, limit - whole.length, end());
      for (const row of some.rows) {
        const follows = before.seq === row.seq - 1 && before.hash !== undefined && row.hash !== null;
        // The hash of the one before may be what is damaged.
        const isOfAnotherLog = follows && row.before !== before.hash && isWholeAt(before.seq);
        if (isWholeRow(row, chainedFrom) && !isOfAnotherLog) whole.push(storedEntry(row));
        before = { seq: row.seq, hash: row.hash ?? undefined };
      }
      next = some.next;
    }
    return whole;
  };
  return { chained, read };
}

/** Further apart are what was written and what is there only where the note itself is damaged. */
const mostLost = 1_000_000;

/** Reads the ends of the log. The last number is kept apart from the log, so that a lost end is noticed and no number is given twice. */
function bounds(
  db: Database,
  sums: SumsTable,
  read: LogTable["read"],
): Pick<LogTable, "head" | "last" | "oldest"> {
  const max = db.prepare<[], number | null>("SELECT max(seq) FROM log").pluck();
  const min = db.prepare<[], number | null>("SELECT min(seq) FROM log").pluck();
  const lastWhole = (after: number): number => {
    const next = read(after, 1_000).at(-1)?.seq;
    return next === undefined ? after : lastWhole(next);
  };
  const head = (): number => {
    const kept = sums.get("log")?.rows;
    const there = readable(() => max.get()) ?? 0;
    if (kept === there) return kept;
    if (kept === undefined || kept < there) return lastWhole(kept ?? 0);
    return kept - there > mostLost ? lastWhole(0) : kept;
  };
  return {
    head,
    last: () => readable(() => max.get()) ?? undefined,
    oldest() {
      const first = readable(() => min.get()) ?? undefined;
      const kept = sums.get("log")?.sum;
      return kept === undefined || kept < 1 || (first ?? 0) < kept ? first : kept;
    },
  };
}

function appending(db: Database, chained: LogTable["hashOf"]): Pick<LogTable, "append"> {
  const append = db.prepare<[number, string, string, string, string, string, string, string]>(
    "INSERT INTO log (seq, time, type, subject, source, body, before, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  // The entries appended last. They are not asked for after a transaction was taken back, since its numbers come again.
  let last = { seq: 0, hash: "" };
  return {
    append({ seq, event }) {
      const { time, type, subject, source } = event;
      const body = JSON.stringify(event);
      const before = last.seq === seq - 1 && last.hash ? last.hash : (chained(seq - 1) ?? "");
      const hash = entryHash({ seq, time, type, subject, source, body, before });
      append.run(seq, time, type, subject, source, body, before, hash);
      last = { seq, hash };
    },
  };
}

function pruning(db: Database, sums: SumsTable): Pick<LogTable, "olderThan" | "dropTo" | "dropBeyond"> {
  const ages = db.prepare<[number], { seq: number; time: string }>(
    "SELECT seq, time FROM log ORDER BY seq LIMIT ?",
  );
  const dropTo = db.prepare<[number]>("DELETE FROM log WHERE seq <= ?");
  const dropBeyond = db.prepare<[number]>("DELETE FROM log WHERE seq > ?");
  return {
    dropBeyond: (head) => void dropBeyond.run(head),
    olderThan(time, limit) {
      // Stops at the first entry that stays: were the clock set back, a hole inside would be worse than an
      // old entry kept.
      let last = 0;
      for (const entry of ages.iterate(limit)) {
        if (entry.time >= time) break;
        last = entry.seq;
      }
      return last;
    },
    dropTo(seq) {
      const { changes } = dropTo.run(seq);
      const kept = sums.get("log");
      if (changes > 0 && kept !== undefined)
        sums.set("log", "", { rows: kept.rows, sum: Math.max(kept.sum, seq + 1) });
      return changes;
    },
  };
}

function blanking(db: Database): LogTable["blank"] {
  const rowOf = db.prepare<[number], LogRow>(`SELECT ${logColumns} FROM log WHERE seq = ?`);
  const blank = db.prepare<[string, string | null, number]>(
    "UPDATE log SET body = ?, blanked = ? WHERE seq = ?",
  );
  return (seq, json) => {
    const row = rowOf.get(seq);
    if (row !== undefined)
      blank.run(json, row.hash && entryHash({ ...row, body: json, before: row.hash }), seq);
  };
}

interface ChainedEntry {
  readonly seq: number;
  readonly time: string;
  readonly type: string;
  readonly subject: string;
  readonly source: string;
  /** JSON of the event. */
  readonly body: string;
  /** The hash of the entry before, as it was when this one was written; "" where there was none to read. */
  readonly before: string;
}

/** An entry as the table has it; without a hash where it was written before there was a chain. */
export interface LogRow extends Omit<ChainedEntry, "before"> {
  readonly before: string | null;
  readonly hash: string | null;
  /** Hash over its own one and what it says since something was blanked; null: it says what was written. */
  readonly blanked: string | null;
}

export const logColumns = "seq, time, type, subject, source, body, before, hash, blanked";

/** 22 characters of 6 bits: more than any accident, and most intentions, can meet. */
const length = 22;

export function entryHash({ before, seq, time, type, subject, source, body }: ChainedEntry): string {
  const text = `${before}\n${seq}\n${time}\n${type}\n${subject}\n${source}\n${body}`;
  return hash("sha256", text, "base64url").slice(0, length);
}

/**
 * Whether an entry says what was written, or what was left of it.
 * @param chainedFrom the first seq that has a hash; what is older tells only what its columns and its text both say
 */
export function isWholeRow(row: LogRow, chainedFrom: number): boolean {
  const { before, hash: own, blanked } = row;
  if (blanked !== null)
    return own !== null && before !== null && entryHash({ ...row, before: own }) === blanked;
  if (own !== null && before !== null) return entryHash({ ...row, before }) === own;
  return own === null && before === null && row.seq < chainedFrom && saysItsColumns(row);
}

export function storedEntry({ seq, type, subject, body }: LogRow): StoredEntry {
  return { seq, type, subject, json: body };
}

function saysItsColumns({ seq, time, type, subject, source, body }: LogRow): boolean {
  try {
    const event = JSON.parse(body) as Event;
    const same = event.time === time && event.type === type && event.subject === subject;
    return same && event.source === source && event.id.endsWith(`-${seq}`);
  } catch {
    return false;
  }
}
