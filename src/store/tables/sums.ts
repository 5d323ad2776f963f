/**
 * Checksums: of each row a CRC-32 over all that it says, for damage by accident (the log has its chain), and in
 * table sums, which triggers keep, how many rows belong together and the sum of theirs.
 */
import { crc32 } from "node:zlib";
import type { Database } from "../database.ts";
import { readable } from "../sqlite-error.ts";
import type { SealedTableName } from "./sealed-tables.ts";

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
