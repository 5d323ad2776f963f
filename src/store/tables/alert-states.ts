/** Table alert_states: the life of alerts as it is now, a row each episode, silence, group and so on, as JSON. */
import {
  type AlertStateBodies,
  type AlertStateKind,
  type AlertStateWrite,
  type DueAlertState,
  type KeptAlertState,
  mostAlertStates,
} from "../../model/alerts.ts";
import type { Damage } from "../../model/store-faults.ts";
import type { Database } from "../database.ts";
import { corruptAs } from "../sqlite-error.ts";
import { rowSum, type SumsTable } from "./sealed-tables.ts";

interface AlertStatesTable {
  one<Kind extends AlertStateKind>(kind: Kind, key: string): AlertStateBodies[Kind] | undefined;
  /** All of a kind, in the order of their keys. */
  all<Kind extends AlertStateKind>(kind: Kind): KeptAlertState<Kind>[];
  /** At most `limit` of a kind, the one that was written last first. */
  latest<Kind extends AlertStateKind>(kind: Kind, limit: number): KeptAlertState<Kind>[];
  /** At most `limit` of a kind, the one that was not written for longest first. */
  oldest<Kind extends AlertStateKind>(kind: Kind, limit: number): KeptAlertState<Kind>[];
  /** At most `limit` episodes in the order of writing, after this place; one that is written again meanwhile comes again. */
  episodeSeqs(place: number, limit: number): PlacedEpisode[];
  count(kind: AlertStateKind): number;
  /** States that are due, the longest due first, then by kind and key; at most `most` of them, by default all. */
  due(at: number, most?: number): DueAlertState[];
  nextDue(): number | undefined;
  /** @param at ms since 1970 */
  write(writes: readonly AlertStateWrite[], at: number): void;
  /** Deletes at most `limit` states of things that never end by themselves, if they were last written before a moment. */
  dropBefore(at: number, limit: number): number;
}

/** An episode with its place in the order of writing; the first place is 1. */
export interface PlacedEpisode {
  readonly place: number;
  readonly key: string;
  /** Number of its first alert, as its row says, which was not checked; 0 where that cannot be read. */
  readonly seq: number;
}

interface Row {
  readonly key: string;
  readonly body: string;
  readonly due: number | null;
  readonly at: number;
  readonly sum: number | null;
}

/** Kinds that are of no use once they were not written for long. */
const passing: readonly AlertStateKind[] = ["thread", "receiver", "rule", "link", "worth"];

/** @param damaged called with what is found damaged; then nothing is known of it */
export function createAlertStates(
  db: Database,
  sums: SumsTable,
  damaged: (damage: Damage) => void,
): AlertStatesTable {
  return { ...reading(db, sums, damaged), ...writing(db, sums), ...aging(db) };
}

/** The damage of a state: people set silences, the monitor makes the others again. */
function damageOf(kind: AlertStateKind): Damage {
  return { part: kind === "silence" ? "silences" : "alerts" };
}

function reading(
  db: Database,
  sums: SumsTable,
  damaged: (damage: Damage) => void,
): Pick<AlertStatesTable, "one" | "all" | "latest" | "oldest" | "episodeSeqs" | "count" | "due" | "nextDue"> {
  const columns = "key, body, due, at, sum";
  const one = db.prepare<[string, string], Row>(
    `SELECT ${columns} FROM alert_states WHERE kind = ? AND key = ?`,
  );
  const all = db.prepare<[string], Row>(`SELECT ${columns} FROM alert_states WHERE kind = ? ORDER BY key`);
  const byAge = (order: "ASC" | "DESC") =>
    db.prepare<[string, number], Row>(
      `SELECT ${columns} FROM alert_states INDEXED BY alert_states_by_age WHERE kind = ? ORDER BY id ${order} LIMIT ?`,
    );
  const [latest, oldest] = [byAge("DESC"), byAge("ASC")];
  const episodeSeqs = db.prepare<[number, number], PlacedEpisode>(
    `SELECT id AS place, key, iif(json_valid(body), coalesce(json_extract(body, '$.seq'), 0), 0) AS seq
     FROM alert_states INDEXED BY alert_states_by_age WHERE kind = 'episode' AND id > ? ORDER BY id LIMIT ?`,
  );
  const due = db.prepare<[number, number], DueAlertState>(
    `SELECT kind, key, due FROM alert_states WHERE due <= ? ORDER BY due, kind, key LIMIT ?`,
  );
  const nextDue = db
    .prepare<[], number | null>("SELECT min(due) FROM alert_states WHERE due IS NOT NULL")
    .pluck();
  const whole = <Kind extends AlertStateKind>(kind: Kind, read: () => Row[]): KeptAlertState<Kind>[] => {
    const rows = corruptAs(damaged, damageOf(kind), read) ?? [];
    return rows.flatMap(({ key, body, due: moment, at, sum }) => {
      if (rowSum("alert_states", kind, key, body, moment, at) === sum) return { key, body: JSON.parse(body) };
      damaged(damageOf(kind));
      return [];
    });
  };
  return {
    one: (kind, key) =>
      whole(kind, () => {
        const row = one.get(kind, key);
        return row === undefined ? [] : [row];
      })[0]?.body,
    all: (kind) => whole(kind, () => all.all(kind)),
    latest: (kind, limit) => whole(kind, () => latest.all(kind, limit)),
    oldest: (kind, limit) => whole(kind, () => oldest.all(kind, limit)),
    episodeSeqs: (place, limit) =>
      corruptAs(damaged, damageOf("episode"), () => episodeSeqs.all(place, limit)) ?? [],
    count: (kind) => sums.get("alert_states", kind)?.rows ?? 0,
    due: (at, most = Number.MAX_SAFE_INTEGER) =>
      corruptAs(damaged, { part: "alerts" }, () => due.all(at, most)) ?? [],
    nextDue: () => corruptAs(damaged, { part: "alerts" }, () => nextDue.get()) ?? undefined,
  };
}

function writing(db: Database, sums: SumsTable): Pick<AlertStatesTable, "write"> {
  const drop = db.prepare<[string, string]>("DELETE FROM alert_states WHERE kind = ? AND key = ?");
  const put = db.prepare<[string, string, string, number | null, number, number]>(
    "INSERT INTO alert_states (kind, key, body, due, at, sum) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const dropOldest = db.prepare<[string, number]>(
    `DELETE FROM alert_states WHERE id IN
       (SELECT id FROM alert_states INDEXED BY alert_states_by_age WHERE kind = ? ORDER BY id LIMIT ?)`,
  );
  return {
    write(writes, at) {
      for (const { kind, key, body, due = null } of writes) {
        // A new row, for the ids to follow the order of writing.
        drop.run(kind, key);
        if (body === undefined) continue;
        const row = [kind, key, JSON.stringify(body), due, at] as const;
        put.run(...row, rowSum("alert_states", ...row));
      }
      for (const kind of new Set(writes.map((write) => write.kind))) {
        const tooMany = (sums.get("alert_states", kind)?.rows ?? 0) - mostAlertStates;
        if (tooMany > 0) dropOldest.run(kind, tooMany);
      }
    },
  };
}

function aging(db: Database): Pick<AlertStatesTable, "dropBefore"> {
  const oldest = db.prepare<[string, number], { id: number; at: number }>(
    "SELECT id, at FROM alert_states INDEXED BY alert_states_by_age WHERE kind = ? ORDER BY id LIMIT ?",
  );
  const drop = db.prepare<[number]>("DELETE FROM alert_states WHERE id = ?");
  return {
    dropBefore(before, limit) {
      const old: number[] = [];
      for (const kind of passing) {
        // Stops at the first that stays: they are in the order of writing.
        for (const { id, at } of oldest.iterate(kind, limit - old.length)) {
          if (at >= before) break;
          old.push(id);
        }
      }
      for (const id of old) drop.run(id);
      return old.length;
    },
  };
}
