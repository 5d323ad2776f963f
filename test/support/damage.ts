/** Damages a database that nobody has open, as a disk or a bad cable would. */
import { readFileSync, writeFileSync } from "node:fs";
import Sqlite from "better-sqlite3";

/** Changes one letter of a text wherever it stands in the file. */
export function changeText(path: string, text: string): void {
  const bytes = readFileSync(path);
  const found = bytes.indexOf(text);
  if (found < 0) throw new Error(`the file does not hold ${text}`);
  for (let at = found; at >= 0; at = bytes.indexOf(text, at + 1)) bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

/** The pages of a table or an index, numbered from 1: leaves alone, by default. */
export function pagesOf(path: string, name: string, type: "leaf" | "internal" = "leaf"): number[] {
  const db = new Sqlite(path);
  const pages = db
    .prepare<[string, string], number>(
      "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path",
    )
    .pluck()
    .all(name, type);
  db.close();
  return pages;
}

/** Overwrites a page with zeros. */
export function zeroPage(path: string, page: number): void {
  const bytes = readFileSync(path);
  const size = bytes.readUInt16BE(16);
  bytes.fill(0, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

/** Does with a closed database what no writer of ours does: the checksums stay as they were. */
export function forge(path: string, sql: string): void {
  const db = new Sqlite(path);
  const triggers = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(sql);
  for (const trigger of triggers) db.exec(trigger.sql);
  db.close();
}

/** Has an index say of every row what an expression makes of its column: `alert_seq + 2` is another number than the row's. */
export function skewIndex(path: string, index: string, column: string, expression: string): void {
  const db = new Sqlite(path);
  const made = db.prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE name = ?").pluck();
  const sql = made.get(index) ?? "";
  db.exec(`DROP INDEX ${index}`);
  db.exec(sql.replace(`(${column}`, `(${expression}`));
  db.unsafeMode(true);
  db.pragma("writable_schema = ON");
  db.prepare("UPDATE sqlite_schema SET sql = ? WHERE name = ?").run(sql, index);
  db.close();
}
