/** Table log: every event, numbered without a hole. */
import type { LogEntry } from "../model/event.ts";
import type { StoredEntry } from "../model/log.ts";
import { entryHash } from "./chain.ts";
import type { Database } from "./database.ts";
import { readable } from "./sqlite-error.ts";

export interface LogTable {
  /** The highest seq, 0 when there is none. */
  head(): number;
  /** The lowest seq, undefined when there is none. */
  oldest(): number | undefined;
  read(after: number, limit: number): StoredEntry[];
  append(entry: LogEntry): void;
  /** What chains the next entry to this one; undefined: no such entry, none that can be read, or of before the chain. */
  hashOf(seq: number): string | undefined;
  /** The seq up to which the `limit` oldest entries are all from before `time` (ISO), 0 when none is. */
  olderThan(time: string, limit: number): number;
  /** Deletes the entries up to and including `seq`. */
  dropTo(seq: number): number;
}

export function createLogTable(db: Database): LogTable {
  const head = db.prepare<[], number | null>("SELECT max(seq) FROM log").pluck();
  const oldest = db.prepare<[], number | null>("SELECT min(seq) FROM log").pluck();
  const read = db.prepare<[number, number], StoredEntry>(
    "SELECT seq, type, subject, body AS json FROM log WHERE seq > ? ORDER BY seq LIMIT ?",
  );
  const append = db.prepare<[number, string, string, string, string, string, string, string]>(
    "INSERT INTO log (seq, time, type, subject, source, body, before, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const hashOf = db.prepare<[number], string | null>("SELECT hash FROM log WHERE seq = ?").pluck();
  const chained = (seq: number) => readable(() => hashOf.get(seq)) ?? undefined;
  // What was appended last. Of a transaction that was taken back it is not asked for, since its numbers come again.
  let last = { seq: 0, hash: "" };
  const ages = db.prepare<[number], { seq: number; time: string }>(
    "SELECT seq, time FROM log ORDER BY seq LIMIT ?",
  );
  const dropTo = db.prepare<[number]>("DELETE FROM log WHERE seq <= ?");
  return {
    head: () => head.get() ?? 0,
    oldest: () => oldest.get() ?? undefined,
    read: (after, limit) => read.all(after, limit),
    append({ seq, event }) {
      const { time, type, subject, source } = event;
      const body = JSON.stringify(event);
      const before = last.seq === seq - 1 && last.hash ? last.hash : (chained(seq - 1) ?? "");
      const hash = entryHash({ seq, time, type, subject, source, body, before });
      append.run(seq, time, type, subject, source, body, before, hash);
      last = { seq, hash };
    },
    hashOf: chained,
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
    dropTo: (seq) => dropTo.run(seq).changes,
  };
}
