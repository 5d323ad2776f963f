/** Table cooldowns: when each rule last fired for each key. */
import type { Cooldown } from "../model/commit.ts";
import type { Database } from "./database.ts";

export interface CooldownsTable {
  /** ms since 1970. */
  firedAt(rule: string, key: string): number | undefined;
  put(cooldown: Cooldown): void;
  /** Deletes at most `limit` that began before `time`. */
  dropBefore(time: number, limit: number): number;
}

export function createCooldowns(db: Database): CooldownsTable {
  const firedAt = db
    .prepare<[string, string], number>("SELECT fired_at FROM cooldowns WHERE rule = ? AND key = ?")
    .pluck();
  const put = db.prepare<[string, string, number]>(
    `INSERT INTO cooldowns (rule, key, fired_at) VALUES (?, ?, ?)
     ON CONFLICT (rule, key) DO UPDATE SET fired_at = excluded.fired_at`,
  );
  const drop = db.prepare<[number, number]>(
    `DELETE FROM cooldowns WHERE (rule, key) IN
       (SELECT rule, key FROM cooldowns WHERE fired_at < ? ORDER BY fired_at LIMIT ?)`,
  );
  return {
    firedAt: (rule, key) => firedAt.get(rule, key),
    put: ({ rule, key, firedAt }) => void put.run(rule, key, firedAt),
    dropBefore: (time, limit) => drop.run(time, limit).changes,
  };
}
