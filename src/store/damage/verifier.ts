/** The check of a whole file: all tables, the log, and what SQLite says of the file itself. */
import Sqlite from "better-sqlite3";
import type { Damage } from "../../model/store-faults.ts";
import { type Database, openDatabaseReader } from "../database.ts";
import { migrations } from "../migrations.ts";
import { guarded, openingError } from "../sqlite-error.ts";
import { addRowSum } from "../tables/sums.ts";
import { createTables } from "../tables/tables.ts";
import { checkFile, checkLog, checkTables, type Slice } from "./check.ts";

export interface Verifier {
  /** Number of entries of the log. */
  readonly entries: number;
  /** @param tell how many entries of the log were looked at, of all */
  slices(tell: (read: number, all: number) => void): Generator<Slice>;
  close(): void;
}

/** Throws a StoreError if the file is not a database of Yagura's, or cannot be read at all. */
export function openVerifier(path: string): Verifier {
  const db = openDatabaseReader(path);
  try {
    return guarded(path, () => {
      // One moment, whatever a monitor commits meanwhile.
      db.exec("BEGIN");
      const tables = createTables(db);
      const head = tables.log.head();
      return {
        entries: head - (tables.log.oldest() ?? head + 1) + 1,
        *slices(tell) {
          yield* checkTables(db, tables);
          yield* checkLog(tables, tell);
          yield checkSchema(db);
          yield checkFile(db);
        },
        close: () => void db.close(),
      };
    });
  } catch (error) {
    db.close();
    throw openingError(path, error);
  }
}

interface Made {
  readonly name: string;
  readonly sql: string;
}

/** Not what SQLite keeps of its own. */
const query = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";

function checkSchema(db: Database): Damage[] {
  const there = made(db);
  const expected = migrated();
  const names = new Set([...there.keys(), ...expected.keys()]);
  return [...names]
    .filter((name) => there.get(name) !== expected.get(name))
    .map((name) => ({ part: "file", message: `the definition of ${JSON.stringify(name).slice(1, -1)}` }));
}

function migrated(): Map<string, string> {
  const db = new Sqlite(":memory:");
  try {
    addRowSum(db);
    for (const step of migrations) db.exec(step);
    return made(db);
  } finally {
    db.close();
  }
}

/** A table that was renamed has its name in quotes. */
function made(db: Database): Map<string, string> {
  const rows = db.prepare<[], Made>(query).all();
  return new Map(rows.map(({ name, sql }) => [String(name), String(sql).replaceAll('"', "")]));
}
