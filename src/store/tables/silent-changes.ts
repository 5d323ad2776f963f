/**
 * Table silent_changes: what changed of what stands without an event, each with the log's head at that moment. What
 * stood at the log's beginning is there, too: as the log is cut, the events that go are folded into it.
 */
import type { KeptSilentChange, SilentChange, StandingChange, StandingItem } from "../../model/standing.ts";
import type { Database } from "../database.ts";
import { sumOf } from "./sealed-tables.ts";

/** A place in the order of the changes. */
export type SilentPlace = Pick<KeptSilentChange, "seq" | "id">;

export interface SilentChangesTable {
  /** @param seq the log's head */
  put(seq: number, change: SilentChange): void;
  /** At most `limit` in their order, after this place. Damaged ones are left out. */
  after(place: SilentPlace, limit: number): KeptSilentChange[];
  /** The item that stood before an entry; undefined: none that is known. */
  stood(source: string, key: string, before: number): StandingItem | undefined;
  /** Takes in what an event made of an item; what changed without it in the same commit came after it. */
  takeIn(seq: number, change: StandingChange): void;
  /**
   * Keeps of each item that changed after a place and up to an entry the last change, and none where it is gone. Looks
   * at `limit` changes; gives the place to go on from, where there may be more.
   */
  settle(after: SilentPlace, upTo: number, limit: number): SilentPlace | undefined;
}

interface Row {
  readonly id: number;
  readonly seq: number;
  readonly source: string;
  readonly key: string | null;
  readonly body: string | null;
}

/** Contents of a row about a source. */
const seen = "seen";
const anew = "anew";

export function createSilentChanges(db: Database): SilentChangesTable {
  const whole = `sum = ${sumOf("silent_changes")}`;
  const put = db.prepare<[number, string, string | null, string | null]>(
    "INSERT INTO silent_changes (seq, source, key, body) VALUES (?, ?, ?, ?)",
  );
  const after = db.prepare<[number, number, number], Row>(
    `SELECT id, seq, source, key, body FROM silent_changes
     WHERE ${whole} AND (seq, id) > (?, ?) ORDER BY seq, id LIMIT ?`,
  );
  const before = db.prepare<[string, string, number], string | null>(
    `SELECT body FROM silent_changes
     WHERE ${whole} AND source = ? AND key = ? AND seq < ? ORDER BY seq DESC, id DESC LIMIT 1`,
  );
  const at = db.prepare<[string, string, number], number>(
    "SELECT 1 FROM silent_changes WHERE source = ? AND key = ? AND seq = ?",
  );
  const settle = settling(db);
  const write: SilentChangesTable["put"] = (seq, change) => {
    if (change.key === undefined) put.run(seq, change.source, null, change.isKnown ? seen : anew);
    else put.run(seq, change.source, change.key, change.item ? JSON.stringify(change.item) : null);
  };
  return {
    put: write,
    after: (place, limit) =>
      after
        .all(place.seq, place.id, limit)
        .map((row) => ({ id: row.id, seq: row.seq, change: changeOf(row) })),
    stood(source, key, seq) {
      const body = before.pluck().get(source, key, seq) ?? null;
      return body === null ? undefined : JSON.parse(body);
    },
    takeIn(seq, change) {
      if (at.get(change.source, change.key, seq) === undefined) write(seq, change);
    },
    settle,
  };
}

function settling(db: Database): SilentChangesTable["settle"] {
  const next = db.prepare<[number, number, number, number], Omit<Row, "body"> & { isGone: number }>(
    `SELECT id, seq, source, key, body IS NULL AS isGone FROM silent_changes
     WHERE (seq, id) > (?, ?) AND seq <= ? ORDER BY seq, id LIMIT ?`,
  );
  const dropOlder = db.prepare<[string, string, number, number]>(
    "DELETE FROM silent_changes WHERE source = ? AND key = ? AND (seq, id) < (?, ?)",
  );
  const drop = db.prepare<[number]>("DELETE FROM silent_changes WHERE id = ?");
  return (after, upTo, limit) => {
    const rows = next.all(after.seq, after.id, upTo, limit);
    for (const { id, seq, source, key, isGone } of rows) {
      if (key === null) continue;
      dropOlder.run(source, key, seq, id);
      if (isGone === 1) drop.run(id);
    }
    const last = rows.at(-1);
    return last === undefined || rows.length < limit ? undefined : { seq: last.seq, id: last.id };
  };
}

function changeOf({ source, key, body }: Row): SilentChange {
  if (key === null) return { source, isKnown: body === seen };
  return { source, key, item: body === null ? undefined : JSON.parse(body) };
}
