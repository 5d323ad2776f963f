/**
 * Mends damage: the rest of a damaged part is deleted in the transaction that tells of it, and a table with damaged
 * pages is made anew.
 */
import type { Damage } from "../../model/store-faults.ts";
import { type Database, openDatabaseReader } from "../database.ts";
import { isDamage, readable, rowsAfter } from "../sqlite-error.ts";
import { type LogRow, logColumns } from "../tables/log.ts";
import {
  partSql,
  type SealedTableName,
  sealedTableNames,
  sealedTables,
  sumOf,
} from "../tables/sealed-tables.ts";
import type { SourceRow } from "../tables/sources.ts";
import type { Tables } from "../tables/tables.ts";

/** A source that begins anew: its outage and its times stay. */
export function anewRow(row: SourceRow | undefined): SourceRow {
  const known = row ?? { attemptAt: null, successAt: null, outage: null, origin: null };
  return { ...known, cursor: null, anew: "damaged" };
}

/** Tables with an index apart from their rows. */
const indexed: Partial<Record<Damage["part"], readonly SealedTableName[]>> = {
  memories: ["rule_memories"],
  devices: ["devices"],
  notes: ["sources"],
  hold: ["holds", "held_items", "held_drafts"],
  mails: ["outbox"],
  silences: ["alert_states"],
  alerts: ["alert_states"],
  notices: ["notices", "notice_rounds"],
  history: ["suppressions", "withheld", "delivery_attempts", "runs", "silent_changes", "sightings"],
};

/**
 * Makes indexes anew of what is damaged, or rows could not be found to be taken away. Not within a transaction: one
 * that meets a damaged page writes no more.
 */
export function reindex(db: Database, damages: readonly Damage[]): void {
  const of = ({ part }: Damage) => (part === "file" ? Object.values(indexed).flat() : (indexed[part] ?? []));
  const tables = new Set(damages.flatMap(of));
  for (const table of tables) readable(() => db.exec(`REINDEX ${table}`));
}

/**
 * Takes a damage and the time of the commit that mends it, ms since 1970.
 * @param rowOf what is known of a source in memory
 */
export function createMend(
  db: Database,
  tables: Tables,
  rowOf: (source: string) => SourceRow | undefined,
): (damage: Damage, at: number) => void {
  const reseal = (...names: SealedTableName[]) => {
    for (const name of names) {
      db.prepare(`DELETE FROM ${name} WHERE sum IS NOT ${sumOf(name)}`).run();
      db.prepare("DELETE FROM sums WHERE name = ?").run(name);
      db.prepare(
        `INSERT INTO sums (name, part, rows, sum)
         SELECT '${name}', ${partSql(name)}, count(*), sum(sum) FROM ${name} GROUP BY ${partSql(name)}`,
      ).run();
    }
  };
  return (damage, at) => {
    if (damage.part === "items") {
      tables.items.forget(damage.source);
      tables.holds.drop(damage.source);
      tables.sources.write(damage.source, anewRow(rowOf(damage.source)));
    } else if (damage.part === "hold") {
      tables.holds.drop(damage.source);
      reseal("holds");
    } else if (damage.part === "memories") {
      tables.ruleMemories.forgetRule(damage.rule);
      // The rule's name may be what is damaged. Sums stay: they show whose state is gone with such a row.
      db.exec(`DELETE FROM rule_memories WHERE sum IS NOT ${sumOf("rule_memories")}`);
    } else if (damage.part === "cooldowns") reseal("cooldowns");
    else if (damage.part === "mails") reseal("outbox");
    else if (damage.part === "silences" || damage.part === "alerts") reseal("alert_states");
    else if (damage.part === "notices") {
      reseal("notice_rounds");
      // What became of these is not known any more.
      db.exec("DELETE FROM notices WHERE round NOT IN (SELECT id FROM notice_rounds)");
      reseal("notices");
    } else if (damage.part === "consumers") {
      reseal("consumers");
      tables.consumers.noteLoss(at);
    } else if (damage.part === "devices") reseal("devices");
    else if (damage.part === "notes") reseal("meta", "sources", "publications");
    else if (damage.part === "history")
      reseal("suppressions", "withheld", "delivery_attempts", "runs", "silent_changes", "sightings");
  };
}

/** Rebuilds what SQLite finds damaged. True: something was, and writing is worth another try. */
export function rebuildDamaged(db: Database): boolean {
  // A transaction that met a damaged page writes no more: it is read on a connection of its own.
  const reader = openDatabaseReader(db.name);
  try {
    const broken = [...sealedTableNames, "sums", "log"].filter((name) => isBroken(reader, name));
    for (const name of broken) rebuild(db, reader, name);
    return broken.length > 0;
  } finally {
    reader.close();
  }
}

function isBroken(db: Database, table: string): boolean {
  try {
    return db.pragma(`quick_check('${table}')`, { simple: true }) !== "ok";
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  }
}

interface SchemaRow {
  readonly type: string;
  readonly sql: string;
}

function rebuild(db: Database, reader: Database, table: string): void {
  const schema = reader
    .prepare<[string], SchemaRow>(
      "SELECT type, sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL",
    )
    .all(table);
  const made = schema.find(({ type }) => type === "table");
  if (made === undefined) return;
  const copy = `${table}_rebuilt`;
  const work = db.transaction(() => {
    db.exec(`DROP TABLE IF EXISTS ${copy}`);
    db.exec(made.sql.replace(/^CREATE TABLE\s+("[^"]+"|\w+)/i, `CREATE TABLE ${copy}`));
    if (table === "log") copyLog(reader, db, copy);
    else copyRows(reader, db, table, copy);
    db.pragma("writable_schema = ON");
    db.prepare("DELETE FROM sqlite_schema WHERE tbl_name = ?").run(table);
    db.pragma("writable_schema = RESET");
    const ids = db
      .prepare<[string], number>("SELECT seq FROM sqlite_sequence WHERE name = ?")
      .pluck()
      .get(table);
    db.prepare("DELETE FROM sqlite_sequence WHERE name = ?").run(table);
    db.exec(`ALTER TABLE ${copy} RENAME TO ${table}`);
    // No id is given twice.
    db.prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?").run(ids ?? 0, table);
    // Last, so that they count nothing that was counted before.
    for (const { type, sql } of schema) if (type !== "table") db.exec(sql);
  });
  db.unsafeMode(true);
  try {
    db.pragma("foreign_keys = OFF");
    // Triggers of other tables name the one that is not there for a moment.
    db.pragma("legacy_alter_table = ON");
    work.immediate();
  } finally {
    db.pragma("writable_schema = OFF");
    db.pragma("legacy_alter_table = OFF");
    db.pragma("foreign_keys = ON");
    db.unsafeMode(false);
  }
}

/** Copies rows from both ends up to those that cannot be read. */
function copyRows(reader: Database, db: Database, table: string, copy: string): void {
  const key = table === "sums" ? ["name", "part"] : sealedTables[table as SealedTableName].key;
  for (const order of ["ASC", "DESC"]) {
    const by = key.map((column) => `${column} ${order}`).join(", ");
    const read = reader.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY ${by}`);
    const rows: Record<string, unknown>[] = [];
    const isAll = readable(() => {
      for (const row of read.iterate()) rows.push(row);
      return true;
    });
    for (const row of rows) {
      const columns = Object.keys(row);
      const put = db.prepare(
        `INSERT OR IGNORE INTO ${copy} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
      );
      whereTyped(() => put.run(...Object.values(row)));
    }
    if (isAll) return;
  }
}

/** Copies a row, unless it holds what its table cannot: it is of a page of another table. */
function whereTyped(copy: () => void): void {
  try {
    copy();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "SQLITE_CONSTRAINT_DATATYPE") throw error;
  }
}

function copyLog(reader: Database, db: Database, copy: string): void {
  const read = reader.prepare<[number, number], LogRow>(
    `SELECT ${logColumns} FROM log WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  const write = db.prepare<[LogRow]>(
    `INSERT OR IGNORE INTO ${copy} (${logColumns})
     VALUES (@seq, @time, @type, @subject, @source, @body, @before, @hash, @blanked)`,
  );
  const reading = {
    all: (after: number, limit: number) => read.all(after, limit),
    iterate: (after: number, limit: number) => read.iterate(after, limit),
  };
  const head = readable(() =>
    reader.prepare<[], number>("SELECT rows FROM sums WHERE name = 'log'").pluck().get(),
  );
  for (let next: number | undefined = 0; next !== undefined; ) {
    const some: { rows: readonly LogRow[]; next?: number } = rowsAfter(reading, next, 500, head ?? 0);
    for (const row of some.rows) whereTyped(() => write.run(row));
    next = some.next;
  }
}
