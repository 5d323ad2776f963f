/**
 * Table silent_changes: what changed of what stands without an event, each with the log's head at that moment. What
 * stood at the log's beginning is there, too: as the log is cut, the events that go are folded into it.
 */
import type { KeptSilentChange, SilentChange, StandingChange, StandingItem } from "../../model/standing.ts";
import type { Database } from "../database.ts";
import { sumOf } from "./sealed-tables.ts";

/** A place in the order of the changes. */
type SilentPlace = Pick<KeptSilentChange, "seq" | "id">;

export interface SilentChangesTable {
  /** @param seq the log's head */
  put(seq: number, change: SilentChange): void;
  /** At most `limit` in their order, after this place. Damaged ones are left out. */
  after(place: SilentPlace, limit: number): KeptSilentChange[];
  /** The item that stood before an entry; undefined: none that is known. */
  stood(source: string, key: string, before: number): StandingItem | undefined;
  /** Takes in what an event made of an item; what changed without it in the same commit came after it. */
  takeIn(seq: number, change: StandingChange): void;
  /** Keeps of each item that changed after an entry and up to another the last change, and none where it is gone. */
  settle(after: number, upTo: number): void;
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
  const dropOlder = db.prepare<[number, number]>(
    `DELETE FROM silent_changes WHERE id IN
       (SELECT older.id FROM silent_changes AS newer JOIN silent_changes AS older
          ON older.source = newer.source AND older.key = newer.key
          AND (older.seq, older.id) < (newer.seq, newer.id)
        WHERE newer.seq > ? AND newer.seq <= ?)`,
  );
  const dropGone = db.prepare<[number, number]>(
    "DELETE FROM silent_changes WHERE seq > ? AND seq <= ? AND key IS NOT NULL AND body IS NULL",
  );
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
    settle(afterSeq, upTo) {
      dropOlder.run(afterSeq, upTo);
      dropGone.run(afterSeq, upTo);
    },
  };
}

function changeOf({ source, key, body }: Row): SilentChange {
  if (key === null) return { source, isKnown: body === seen };
  return { source, key, item: body === null ? undefined : JSON.parse(body) };
}
