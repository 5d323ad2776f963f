/**
 * Copies a database as it is at one moment, while its monitor writes on. The copy is one file, whatever the database
 * had beside it, and needs nothing beside itself.
 */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { makeOwnerFile } from "../../lib/owner-only.ts";
import { type Database, openDatabaseToCopy, openRestingDatabase } from "../database.ts";
import { guarded, isDamage, openingError } from "../sqlite-error.ts";

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
export function closeAsOneFile(db: Database, path: string): void {
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
