/** Table cooldowns: when each rule last fired for each key. */
import type { Cooldown } from "../model/commit.ts";
import type { Damage } from "../model/damage.ts";
import type { Database } from "./database.ts";
import { rowSum } from "./row-sum.ts";
import { corruptAs } from "./sealed-state.ts";

export interface CooldownsTable {
  /** ms since 1970. */
  firedAt(rule: string, key: string): number | undefined;
  put(cooldown: Cooldown): void;
  /** Deletes at most `limit` that began before `time`. */
  dropBefore(time: number, limit: number): number;
}

/** @param damaged called with what is found damaged; then nothing is known of it */
export function createCooldowns(db: Database, damaged: (damage: Damage) => void): CooldownsTable {
  const fired = db.prepare<[string, string], { firedAt: number; sum: number | null }>(
    "SELECT fired_at AS firedAt, sum FROM cooldowns WHERE rule = ? AND key = ?",
  );
  const firedAt = (rule: string, key: string): number | undefined => {
    const row = corruptAs(damaged, { part: "cooldowns" }, () => fired.get(rule, key));
    if (row === undefined || rowSum("cooldowns", rule, key, row.firedAt) === row.sum) return row?.firedAt;
    damaged({ part: "cooldowns" });
    return undefined;
  };
  const put = db.prepare<[string, string, number, number]>(
    `INSERT INTO cooldowns (rule, key, fired_at, sum) VALUES (?, ?, ?, ?)
     ON CONFLICT (rule, key) DO UPDATE SET fired_at = excluded.fired_at, sum = excluded.sum`,
  );
  const drop = db.prepare<[number, number]>(
    `DELETE FROM cooldowns WHERE (rule, key) IN
       (SELECT rule, key FROM cooldowns WHERE fired_at < ? ORDER BY fired_at LIMIT ?)`,
  );
  return {
    firedAt,
    put: ({ rule, key, firedAt: at }) => void put.run(rule, key, at, rowSum("cooldowns", rule, key, at)),
    dropBefore: (time, limit) => drop.run(time, limit).changes,
  };
}
