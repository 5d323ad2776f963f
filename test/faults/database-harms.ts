/** Ways in which a database that nobody has open is damaged, each in a place that holds something. */
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { addRowSum } from "../../src/store/tables/sealed-tables.ts";
import { pagesOf, zeroPage } from "../support/damage.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

export interface DatabaseHarm {
  readonly name: string;
  /** Whether it is about a monitor that was killed, whose newest commits are in the write-ahead log alone. */
  readonly isKilled?: true;
  /** @param backup an older, whole copy */
  harm(path: string, backup: string): void;
}

const pageBytes = 4_096;

/** Tables of which a row is damaged by one byte. */
const tables = [
  ...["log", "items", "meta", "sources", "rule_memories", "alert_states", "notices", "outbox"],
  ...["suppressions", "runs", "sums"],
];

export const databaseHarms: readonly DatabaseHarm[] = [
  ...tables.map((table) => ({
    name: `a byte of a row of ${table}`,
    harm: (path: string) => flipInRow(path, table),
  })),
  { name: "a byte of an index", harm: (path) => flipInRow(path, "log_by_subject") },
  { name: "a page of the log zeroed", harm: (path) => zeroPage(path, middleOf(pagesOf(path, "log"))) },
  { name: "a page of items zeroed", harm: (path) => zeroPage(path, middleOf(pagesOf(path, "items"))) },
  { name: "the first page zeroed", harm: (path) => zeroPage(path, 1) },
  { name: "a byte of the header", harm: (path) => flip(path, 3) },
  { name: "two pages of the log swapped", harm: swapPages },
  { name: "a page of the log where one of items was", harm: misplacePage },
  { name: "cut to half", harm: (path) => truncateSync(path, halfOf(path)) },
  { name: "its last page missing", harm: (path) => truncateSync(path, lastOf(path)) },
  { name: "emptied", harm: (path) => truncateSync(path) },
  { name: "an index deleted", harm: (path) => unguarded(path, "DROP INDEX log_by_subject") },
  {
    name: "a guarded row removed",
    harm: (path) => unguarded(path, "DELETE FROM items WHERE key = (SELECT max(key) FROM items)", "items"),
  },
  {
    name: "a changed row with its old checksum",
    harm: (path) => unguarded(path, "UPDATE items SET body = replace(body, '1', '2')", "items"),
  },
  { name: "an entry of the log removed", harm: (path) => unguarded(path, "DELETE FROM log WHERE seq = 7") },
  {
    name: "an entry of the log changed",
    harm: (path) => unguarded(path, "UPDATE log SET subject = 'other' WHERE seq = 7"),
  },
  { name: "an older copy in its place", harm: (path, backup) => copyFileSync(backup, path) },
  { name: "the write-ahead log lost", isKilled: true, harm: (path) => rmSync(`${path}-wal`) },
  {
    name: "the write-ahead log cut to half",
    isKilled: true,
    harm: (path) => truncateSync(`${path}-wal`, halfOfFrames(readFileSync(`${path}-wal`))),
  },
];

/**
 * Brings all that was committed into the file itself: where somebody looked at the database while its monitor stopped,
 * the newest pages are still in the write-ahead log, and damage of the older ones in the file harms nothing.
 */
export function bringToRest(path: string): void {
  const db = new Sqlite(path, { timeout: 10_000 });
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}

/** Whether entries are in the write-ahead log alone, so that they are lost with it: not just behind a checkpoint. */
export function hasNewsInLog(path: string): boolean {
  const folder = tmpFolder();
  const [alone, both] = [join(folder, "alone.db"), join(folder, "both.db")];
  for (const copy of [alone, both]) copyFileSync(path, copy);
  copyFileSync(`${path}-wal`, `${both}-wal`);
  const [older, newer] = [alone, both].map((copy) => {
    const db = new Sqlite(copy);
    const seq = db.prepare<[], number>("SELECT max(seq) FROM log").pluck().get() ?? 0;
    db.close();
    return seq;
  }) as [number, number];
  return newer > older;
}

/** Whether a process has a file open. */
export function isOpen(path: string): boolean {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === path);
      } catch {
        // It ended meanwhile, or is somebody else's.
        return false;
      }
    });
}

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

/** Flips a bit of the first row of a leaf, behind its lengths. */
function flipInRow(path: string, name: string): void {
  const start = (middleOf(pagesOf(path, name)) - 1) * pageBytes;
  const cell = readFileSync(path).readUInt16BE(start + 8);
  flip(path, start + cell + 9);
}

function swapPages(path: string): void {
  const bytes = readFileSync(path);
  const [one = 0, other = 0] = pagesOf(path, "log").slice(-2);
  const kept = Buffer.from(pageAt(bytes, one));
  pageAt(bytes, one).set(pageAt(bytes, other));
  pageAt(bytes, other).set(kept);
  writeFileSync(path, bytes);
}

function misplacePage(path: string): void {
  const bytes = readFileSync(path);
  pageAt(bytes, middleOf(pagesOf(path, "items"))).set(pageAt(bytes, middleOf(pagesOf(path, "log"))));
  writeFileSync(path, bytes);
}

function pageAt(bytes: Buffer, page: number): Buffer {
  return bytes.subarray((page - 1) * pageBytes, page * pageBytes);
}

function middleOf(pages: readonly number[]): number {
  const page = pages[Math.floor(pages.length / 2)];
  if (page === undefined) throw new Error("the table has no page with rows");
  return page;
}

const halfOf = (path: string) => Math.floor(readFileSync(path).length / 2);
const lastOf = (path: string) => readFileSync(path).length - pageBytes;

/** Where a write-ahead log has half of its frames: behind them stand those of a turn before, which count no more. */
function halfOfFrames(wal: Buffer): number {
  const [head, frame] = [32, 24 + pageBytes];
  const salt = wal.subarray(16, 24);
  const isOwn = (at: number) => wal.subarray(at + 8, at + 16).equals(salt);
  let frames = 0;
  while (isOwn(head + frames * frame)) frames += 1;
  return head + Math.floor(frames / 2) * frame;
}

/** Changes rows as somebody would who goes around the triggers of a table. */
function unguarded(path: string, sql: string, table?: string): void {
  const db = new Sqlite(path);
  addRowSum(db);
  const triggers = db
    .prepare<[string], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ?",
    )
    .all(table ?? "");
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(sql);
  for (const trigger of triggers) db.exec(trigger.sql);
  db.pragma("wal_checkpoint(TRUNCATE)");
  db.close();
}
