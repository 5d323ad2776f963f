/**
 * Checksums: of each row a CRC-32 over all that it says, for damage by accident (the log has its chain), and in
 * table sums, which triggers keep, how many rows belong together and the sum of theirs.
 */
import { crc32 } from "node:zlib";
import type { Database } from "better-sqlite3";
import { readable } from "../sqlite-error.ts";

type Value = string | number | bigint | null | Uint8Array;

/** Each value with its kind and length, so that nothing can move from one column into the next. */
export function rowSum(...values: readonly Value[]): number {
  let text = "";
  for (const value of values) {
    if (typeof value === "string") text += `${value.length}:${value}`;
    else if (value === null) text += "~";
    else if (typeof value === "object") text += `${value.length}#${crc32(value)}`;
    else text += `${value};`;
  }
  return crc32(text);
}

/** Lets SQL compute it: the tables seal each row by themselves, whoever writes it. */
export function addRowSum(db: Database): void {
  db.function("row_sum", { varargs: true, deterministic: true }, (...values) =>
    rowSum(...(values as Value[])),
  );
}

export interface Total {
  readonly rows: number;
  readonly sum: number;
}

export interface SumsTable {
  /** Reads a total; undefined if none is known, or it cannot be read. */
  get(name: SealedTableName | "log", part?: string): Total | undefined;
  set(name: SealedTableName | "log", part: string, total: Total): void;
  /** The parts of a table whose name begins with this. */
  parts(name: SealedTableName, from?: string): string[];
  drop(name: SealedTableName, part: string): void;
}

export function createSums(db: Database): SumsTable {
  const get = db.prepare<[string, string], Total>("SELECT rows, sum FROM sums WHERE name = ? AND part = ?");
  const set = db.prepare<[string, string, number, number]>(
    `INSERT INTO sums (name, part, rows, sum) VALUES (?, ?, ?, ?)
     ON CONFLICT (name, part) DO UPDATE SET rows = excluded.rows, sum = excluded.sum`,
  );
  const parts = db
    .prepare<[string, string], string>("SELECT part FROM sums WHERE name = ? AND part >= ? ORDER BY part")
    .pluck();
  const drop = db.prepare<[string, string]>("DELETE FROM sums WHERE name = ? AND part = ?");
  return {
    get: (name, part = "") => readable(() => get.get(name, part)),
    set: (name, part, { rows, sum }) => void set.run(name, part, rows, sum),
    parts: (name, from = "") =>
      // A damaged page may say anything, also what is no text.
      (readable(() => parts.all(name, from)) ?? []).map(String).filter((part) => part.startsWith(from)),
    drop: (name, part) => void drop.run(name, part),
  };
}

// The tables whose rows have checksums, and the SQL that keeps them. Part of the migrations, so what it makes of a
// table never changes; a column that comes later is `added`.

interface SealedTable {
  /** Columns under the checksum. Ids that the database gives are left out, so that whoever writes a row knows its checksum. */
  readonly columns: readonly string[];
  /** Columns that came under the checksum later, each by a migration of its own with `sealColumn`, in this order. */
  readonly added?: readonly string[];
  readonly key: readonly string[];
  /** Columns whose values are counted together: a lost row is noticed in the total of its part. By default the whole table. */
  readonly part?: readonly string[];
  /** It came later, sealed by the migration that made it. */
  readonly later?: true;
}

export const sealedTables = {
  meta: { columns: ["key", "value"], key: ["key"] },
  sources: {
    columns: ["name", "cursor", "attempt_at", "success_at", "outage", "anew"],
    added: ["origin"],
    key: ["name"],
  },
  items: {
    columns: ["source", "scope", "key", "body"],
    key: ["source", "scope", "key"],
    part: ["source", "scope"],
  },
  cooldowns: { columns: ["rule", "key", "fired_at"], key: ["rule", "key"] },
  outbox: {
    columns: [
      ...["alert_seq", "address", "sender", "message_id", "date", "subject", "text", "html", "bytes"],
      ...["state", "attempts", "next_at", "queued_at", "ended_at", "reason", "last_error"],
    ],
    added: ["output", "message", "extras"],
    key: ["id"],
  },
  holds: {
    columns: ["source", "since", "items", "message", "cursor"],
    added: ["stage"],
    key: ["source"],
  },
  held_items: {
    columns: ["source", "scope", "key", "body"],
    key: ["source", "scope", "key"],
    part: ["source"],
  },
  held_drafts: {
    columns: ["source", "position", "body"],
    added: ["rewrites"],
    key: ["source", "position"],
    part: ["source"],
  },
  publications: { columns: ["source", "published", "late_day", "late_since"], key: ["source"] },
  rule_memories: {
    columns: ["rule", "key", "meaning", "body", "due"],
    key: ["id"],
    part: ["rule"],
  },
  suppressions: {
    columns: ["id", "cause_seq", "rule", "key", "reason", "at", "until_at"],
    key: ["id"],
  },
  delivery_attempts: { columns: ["id", "mail_id", "at", "outcome", "answer"], key: ["id"] },
  withheld: { columns: ["id", "source", "type", "subject", "since", "ended", "how"], key: ["id"] },
  runs: { columns: ["id", "started_at", "seen_at"], key: ["id"] },
  silent_changes: { columns: ["id", "seq", "source", "key", "body"], key: ["id"], later: true },
  alert_states: {
    columns: ["kind", "key", "body", "due", "at"],
    key: ["id"],
    part: ["kind"],
    later: true,
  },
  notices: {
    columns: [
      ...["alert_seq", "episode_seq", "receiver", "route", "reason", "state", "at", "until_at", "by_what"],
      ...["group_key", "gravity", "message", "told_at", "round"],
    ],
    key: ["id"],
    later: true,
  },
  notice_rounds: {
    columns: ["id", "receiver", "group_key", "reason", "state", "message", "begun_at", "ended_at"],
    key: ["id"],
    later: true,
  },
  sightings: {
    columns: ["seq", "source", "since", "asked_at", "answered_at", "appeared_at", "doubt_ms", "committed_at"],
    key: ["seq"],
    later: true,
  },
  devices: {
    columns: ["id", "name", "endpoint", "p256dh", "auth", "label", "at"],
    key: ["id"],
    later: true,
  },
  consumers: {
    columns: ["name", "epoch", "seq", "lost_from", "seen_at"],
    added: ["owner"],
    key: ["name"],
    later: true,
  },
} as const satisfies Record<string, SealedTable>;

export type SealedTableName = keyof typeof sealedTables;

export const sealedTableNames = Object.keys(sealedTables) as SealedTableName[];

/** Tables that one migration sealed together. */
export const firstSealed = sealedTableNames.filter((name) => !("later" in sealedTables[name]));

/** Two parts of a name, with what stands in no name between them. */
const between = " || char(31) || ";

/** Names the kind of a row, as a part of its checksum: a page may turn up in another table. Items in quarantine are items, too. */
export function kindOf(table: SealedTableName): string {
  return table === "held_items" ? "items" : table;
}

/** All columns under the checksum of a row, in its order. */
export function sealedColumns(table: SealedTableName): readonly string[] {
  const { columns, added = [] }: SealedTable = sealedTables[table];
  return [...columns, ...added];
}

/** The checksum of a row as SQL; `of` is what stands before each column, such as `new.`. */
export function sumOf(table: SealedTableName, of = "", columns = sealedColumns(table)): string {
  return `row_sum('${kindOf(table)}', ${columns.map((column) => of + column).join(", ")})`;
}

export function partSql(table: SealedTableName, of = ""): string {
  const { part = [] }: SealedTable = sealedTables[table];
  return part.length === 0 ? "''" : part.map((column) => of + column).join(between);
}

/** Gives a table its column, its totals, and the triggers that keep both. */
export function seal(table: SealedTableName): string {
  const { columns }: SealedTable = sealedTables[table];
  const total = (rows: string, sum: string, of: "new" | "old") =>
    `INSERT INTO sums (name, part, rows, sum) VALUES ('${table}', ${partSql(table, `${of}.`)}, ${rows}, ${sum})
     ON CONFLICT (name, part) DO UPDATE SET rows = rows + excluded.rows, sum = sum + excluded.sum;`;
  return `
  ALTER TABLE ${table} ADD COLUMN sum INTEGER;
  UPDATE ${table} SET sum = ${sumOf(table, "", columns)};
  INSERT INTO sums (name, part, rows, sum)
    SELECT '${table}', ${partSql(table)}, count(*), sum(sum) FROM ${table} GROUP BY ${partSql(table)};
  ${sumTriggers(table, columns)}
  CREATE TRIGGER ${table}_put_sealed AFTER INSERT ON ${table} WHEN new.sum IS NOT NULL BEGIN
    ${total("1", "new.sum", "new")}
  END;
  CREATE TRIGGER ${table}_sealed AFTER UPDATE OF sum ON ${table} BEGIN
    ${total("old.sum IS NULL", "new.sum - coalesce(old.sum, 0)", "new")}
  END;
  CREATE TRIGGER ${table}_dropped AFTER DELETE ON ${table} BEGIN
    ${total("-1", "-coalesce(old.sum, 0)", "old")}
  END;`;
}

/**
 * Takes a column under the checksum of a table that has it already. The checksums are made anew, but not those of
 * damaged rows, which stay damaged.
 */
export function sealColumn(table: SealedTableName, column: string): string {
  const all = sealedColumns(table);
  const at = all.indexOf(column);
  const columns = all.slice(0, at + 1);
  return `
  DROP TRIGGER ${table}_put;
  DROP TRIGGER ${table}_changed;
  ${sumTriggers(table, columns)}
  UPDATE ${table} SET sum = ${sumOf(table, "", columns)} WHERE sum IS ${sumOf(table, "", all.slice(0, at))};`;
}

/** The triggers that compute the checksum of a row that is new without one, or changed. */
function sumTriggers(table: SealedTableName, columns: readonly string[]): string {
  const row = sealedTables[table].key.map((column) => `${column} = new.${column}`).join(" AND ");
  const update = `UPDATE ${table} SET sum = ${sumOf(table, "new.", columns)} WHERE ${row};`;
  return `
  CREATE TRIGGER ${table}_put AFTER INSERT ON ${table} WHEN new.sum IS NULL BEGIN
    ${update}
  END;
  CREATE TRIGGER ${table}_changed AFTER UPDATE OF ${columns.join(", ")} ON ${table} WHEN new.sum IS old.sum BEGIN
    ${update}
  END;`;
}
