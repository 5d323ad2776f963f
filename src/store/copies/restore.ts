/**
 * Puts a copy in the place of a database. The copy is made ready beside it, and takes its name in one step; its first
 * start then gives it a new epoch, as for any copy that is put back.
 */
import { chownSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { openDatabase } from "../database.ts";
import { markRestored, type RestoredMark } from "../put-back.ts";
import { guarded } from "../sqlite-error.ts";
import { createTables } from "../tables/tables.ts";
import { type CopyProgress, closeAsOneFile, copyDatabase, syncToDisk } from "./copy-database.ts";

const sqliteEndings = ["", "-journal", "-wal", "-shm"];

/** Deletes a file of SQLite with all that belongs to it. */
export function dropDatabase(path: string): void {
  for (const ending of sqliteEndings) rmSync(`${path}${ending}`, { force: true });
}

/**
 * Copies a backup to `part`, brings it up to this version, and marks it as restored. Throws a StoreError.
 */
export async function prepareCopy(
  backup: string,
  part: string,
  mark: RestoredMark,
  tell: CopyProgress,
): Promise<void> {
  await copyDatabase(backup, part, tell);
  const db = openDatabase(part);
  try {
    guarded(part, () => markRestored(createTables(db), mark));
  } catch (error) {
    db.close();
    throw error;
  }
  closeAsOneFile(db, part);
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
