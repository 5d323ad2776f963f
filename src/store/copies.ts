/**
 * Copies of a database: made of it as it is at one moment, while its monitor writes on, as one file that needs nothing
 * beside itself; and put in its place.
 */
import { chownSync, closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { makeOwnerFile } from "../lib/replace-file.ts";
import { StoreError } from "../model/store-faults.ts";
import { checkFile } from "./damage/check.ts";
import { type Database, isOlder, openDatabase, openDatabaseToCopy, openRestingDatabase } from "./database.ts";
import { markRestored, type RestoredMark } from "./put-back.ts";
import { guarded, isDamage, openingError } from "./sqlite-error.ts";
import { createTables } from "./tables/tables.ts";

/** 1 MB of the usual pages: what a signal has to wait for. */
const pagesAStep = 256;

/** Called with the pages that were copied so far, of all; what it throws ends the copying. */
export type CopyProgress = (copied: number, all: number) => void;

/**
 * Copies into a file for its owner alone, and through to the disk. A database of an older version stays one. Throws a
 * StoreError, or what `tell` throws; then what was copied is to be deleted.
 */
export async function copyDatabase(from: string, to: string, tell: CopyProgress): Promise<void> {
  const db = openDatabaseToCopy(from);
  try {
    // One moment for all steps: else they would begin anew at each commit of the monitor. No commit waits for them.
    db.exec("BEGIN");
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    makeOwnerFile(to);
    await db.backup(to, {
      progress({ totalPages, remainingPages }) {
        tell(totalPages - remainingPages, totalPages);
        return pagesAStep;
      },
    });
  } catch (error) {
    // Room and rights are a matter of the copy.
    throw openingError(isDamage(error) ? from : to, error);
  } finally {
    db.close();
  }
  closeAsOneFile(openRestingDatabase(to), to);
}

/** Closes a database that nobody else has open: one file, without a write-ahead log, and on the disk. Throws a StoreError. */
function closeAsOneFile(db: Database, path: string): void {
  guarded(path, () => {
    try {
      db.pragma("journal_mode = DELETE");
    } finally {
      db.close();
    }
    syncToDisk(path);
  });
}

/** Waits until a file, or the names in a folder, are on the disk. Throws node's error. */
export function syncToDisk(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

// Puts a copy in the place of a database. The copy is made ready beside it, and takes its name in one step; its
// first start then gives it a new epoch, as for any copy that is put back.

const sqliteEndings = ["", "-journal", "-wal", "-shm"];

/** Deletes a file of SQLite with all that belongs to it. */
export function dropDatabase(path: string): void {
  for (const ending of sqliteEndings) rmSync(`${path}${ending}`, { force: true });
}

/**
 * Copies a backup to `part`, brings it up to this version, and marks it as restored. Throws a StoreError, with the
 * fault `damaged` also where one of an older version is damaged: new tables and indexes made of it would hide that.
 */
export async function prepareCopy(
  backup: string,
  part: string,
  mark: RestoredMark,
  tell: CopyProgress,
): Promise<void> {
  await copyDatabase(backup, part, tell);
  requireWholeIfOlder(backup, part);
  const db = openDatabase(part);
  try {
    guarded(part, () => markRestored(createTables(db), mark));
  } catch (error) {
    db.close();
    throw error;
  }
  closeAsOneFile(db, part);
}

/** Marks the database at `path`, whose lock the caller holds: its next start gives it a new epoch. Throws a StoreError. */
export function markInPlace(path: string, mark: RestoredMark): void {
  const db = openDatabase(path);
  try {
    guarded(path, () => markRestored(createTables(db), mark));
  } finally {
    db.close();
  }
}

function requireWholeIfOlder(backup: string, part: string): void {
  const db = openRestingDatabase(part);
  try {
    const [found] = isOlder(db) ? guarded(part, () => checkFile(db)) : [];
    if (found?.part === "file") throw new StoreError(`${backup}: ${found.message}`, undefined, "damaged");
  } finally {
    db.close();
  }
}

/** What a database holds, of whatever version. */
export interface Content {
  readonly epoch: string | undefined;
  /** Number of entries of the log, by its ends. */
  readonly entries: number;
  readonly items: number;
}

/** Throws a StoreError where it cannot be read. */
export function databaseContent(path: string): Content {
  const db = openDatabaseToCopy(path);
  try {
    const counts = db.prepare<[], Content>(
      `SELECT (SELECT value FROM meta WHERE key = 'epoch') AS epoch,
         (SELECT coalesce(max(seq) - (SELECT min(seq) FROM log) + 1, 0) FROM log) AS entries,
         (SELECT count(*) FROM items) AS items`,
    );
    return guarded(path, () => counts.get() as Content);
  } finally {
    db.close();
  }
}

/** A name beside a database for the one that was there before; what already has a name keeps it. */
export function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(name)) return name;
  }
}

/**
 * Gives the copy the place of the database at `path`, whose lock the caller holds. Throws node's error.
 * @param aside where the database from before is kept, with its write-ahead log
 */
export function takePlace(part: string, path: string, aside: string): void {
  keepOwner(part, path);
  // The log first: without its database it is never read, and a database without its log is known by `.told`.
  for (const ending of ["-wal", ""]) {
    if (statSync(`${path}${ending}`, { throwIfNoEntry: false }))
      renameSync(`${path}${ending}`, `${aside}${ending}`);
  }
  for (const ending of ["-shm", "-journal"]) rmSync(`${path}${ending}`, { force: true });
  renameSync(part, path);
  syncToDisk(dirname(path));
}

/** Gives what root made to the user who runs the monitor. */
function keepOwner(part: string, path: string): void {
  if (process.geteuid?.() !== 0) return;
  const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? statSync(dirname(path));
  for (const file of [part, `${path}.lock`]) chownSync(file, uid, gid);
}
