/** Looks into a database before it is opened: small facts of its table meta. */
import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { createMeta } from "./meta.ts";
import { addRowSum } from "./row-sum.ts";

/**
 * Nothing where there is no database, or none that can be read: whoever opens it next tells why. It is closed again
 * before the lock is taken.
 */
export function readFacts(path: string, keys: readonly string[]): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  if (!existsSync(path)) return facts;
  let db: Sqlite.Database | undefined;
  try {
    db = new Sqlite(path, { readonly: true, fileMustExist: true });
    addRowSum(db);
    // A fact that is damaged is none; the store tells of it once it is open.
    const meta = createMeta(db, () => {});
    for (const key of keys) {
      const value = meta.get(key);
      if (value !== undefined) facts.set(key, value);
    }
  } catch {
    facts.clear();
  } finally {
    db?.close();
  }
  return facts;
}
