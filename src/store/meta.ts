/** Table meta: small facts about this database, each under a name. */
import type { Database } from "./database.ts";

export interface MetaTable {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

export function createMeta(db: Database): MetaTable {
  const get = db.prepare<[string], string>("SELECT value FROM meta WHERE key = ?").pluck();
  const set = db.prepare<[string, string]>(
    `INSERT INTO meta (key, value) VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value`,
  );
  return {
    get: (key) => get.get(key),
    set: (key, value) => void set.run(key, value),
  };
}
