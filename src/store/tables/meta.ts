/** Tables meta and runs: small facts about this database, and from when to when a monitor was at work on it. */
import type { Database } from "better-sqlite3";
import type { Damage } from "../../model/store-faults.ts";
import { corruptAs } from "../sqlite-error.ts";
import { rowSum, sumOf } from "./sealed-tables.ts";

/** Table meta: small facts about this database, each under a name. */
export interface MetaTable {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** @param damaged called with what is found damaged; then nothing is known under that name */
export function createMeta(db: Database, damaged: (damage: Damage) => void): MetaTable {
  const get = db.prepare<[string], { value: string; sum: number | null }>(
    "SELECT value, sum FROM meta WHERE key = ?",
  );
  // One that is damaged is set right, whatever its value.
  const set = db.prepare<[string, string, number]>(
    `INSERT INTO meta (key, value, sum) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, sum = excluded.sum
       WHERE value IS NOT excluded.value OR sum IS NOT excluded.sum`,
  );
  return {
    get(key) {
      const row = corruptAs(damaged, { part: "notes" }, () => get.get(key));
      if (row === undefined || rowSum("meta", key, row.value) === row.sum) return row?.value;
      damaged({ part: "notes" });
      return undefined;
    },
    set: (key, value) => void set.run(key, value, rowSum("meta", key, value)),
  };
}

interface Run {
  readonly startedAt: number;
  /** Up to a minute behind where it was killed, or is still at work. */
  readonly seenAt: number;
}

/** A monitor at work notes its run this often, so far behind is the record of one that was killed. */
export const runRecordMs = 60_000;

export interface RunsTable {
  begin(at: number): void;
  /** The run that began last is at work at this moment. */
  seen(at: number): void;
  /** The last one that had begun at a moment; undefined: none is on record. */
  upTo(at: number): Run | undefined;
  /** The first one that began after a moment. */
  after(at: number): Run | undefined;
  /** Deletes at most `limit` that ended before a moment, and never the last one. */
  dropBefore(at: number, limit: number): number;
}

export function createRuns(db: Database): RunsTable {
  // A damaged row says nothing.
  const whole = `sum = ${sumOf("runs")}`;
  const begin = db.prepare<[number, number]>("INSERT INTO runs (started_at, seen_at) VALUES (?, ?)");
  const seen = db.prepare<[number]>("UPDATE runs SET seen_at = ? WHERE id = (SELECT max(id) FROM runs)");
  const found = "SELECT started_at AS startedAt, seen_at AS seenAt FROM runs";
  const upTo = db.prepare<[number], Run>(
    `${found} WHERE ${whole} AND started_at <= ? ORDER BY started_at DESC, id DESC LIMIT 1`,
  );
  const after = db.prepare<[number], Run>(
    `${found} WHERE ${whole} AND started_at > ? ORDER BY started_at, id LIMIT 1`,
  );
  const drop = db.prepare<[number, number]>(
    `DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE seen_at < ?
       AND id < (SELECT max(id) FROM runs) ORDER BY id LIMIT ?)`,
  );
  return {
    begin: (at) => void begin.run(at, at),
    seen: (at) => void seen.run(at),
    upTo: (at) => upTo.get(at),
    after: (at) => after.get(at),
    dropBefore: (at, limit) => drop.run(at, limit).changes,
  };
}
