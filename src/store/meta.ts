/** Table meta: small facts about this database, each under a name. */
import type { Damage } from "../model/damage.ts";
import type { Database } from "./database.ts";
import { rowSum } from "./row-sum.ts";
import { corruptAs } from "./sealed-state.ts";

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
