/** A database as a version before this one would have left it. */
import { renameSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { migrations } from "../../src/store/migrations.ts";
import { addRowSum } from "../../src/store/tables/sealed-tables.ts";

type Value = string | number | Buffer | null;
type Row = Readonly<Record<string, Value>>;

const tablesOf = (db: Sqlite.Database) =>
  db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();

/** Makes a closed database one of the version that knew so many steps, with the same rows; checksums are made anew. */
export function asOfSteps(path: string, steps: number): void {
  const made = `${path}.before`;
  const now = new Sqlite(path);
  const before = new Sqlite(made);
  addRowSum(before);
  // Nobody needs it after a power cut, and each row would wait for the disk.
  before.pragma("synchronous = OFF");
  before.pragma("journal_mode = MEMORY");
  for (const step of migrations.slice(0, steps)) before.exec(step);
  before.pragma(`user_version = ${steps}`);
  before.pragma(`application_id = ${now.pragma("application_id", { simple: true })}`);
  before.pragma("foreign_keys = OFF");
  for (const table of tablesOf(before).filter((name) => name !== "sums")) {
    before.exec(`DELETE FROM ${table}`);
    const known = before.prepare<[], string>(`SELECT name FROM pragma_table_info('${table}')`).pluck().all();
    const columns = known.filter((name) => name !== "sum");
    const put = before.prepare<Value[]>(
      `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
    );
    for (const row of now.prepare<[], Row>(`SELECT * FROM ${table}`).all())
      put.run(...columns.map((name) => row[name] ?? null));
  }
  const total = now.prepare<[], { rows: number; sum: number }>(
    "SELECT rows, sum FROM sums WHERE name = 'log'",
  );
  const { rows = 0, sum = 1 } = total.get() ?? {};
  before.prepare("UPDATE sums SET rows = ?, sum = ? WHERE name = 'log'").run(rows, sum);
  now.close();
  before.close();
  for (const end of ["-wal", "-shm"]) rmSync(path + end, { force: true });
  renameSync(made, path);
}
