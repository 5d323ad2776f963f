/** Whether the tables, indexes and triggers of a file are those that the migrations make. */
import Sqlite from "better-sqlite3";
import type { Damage } from "../model/damage.ts";
import type { Database } from "./database.ts";
import { migrations } from "./migrations.ts";
import { addRowSum } from "./row-sum.ts";

interface Made {
  readonly name: string;
  readonly sql: string;
}

/** Not what SQLite keeps of its own. */
const query = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'";

export function checkSchema(db: Database): Damage[] {
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
