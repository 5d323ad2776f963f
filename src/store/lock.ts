/**
 * One monitor a database. The lock is an exclusive transaction on a file beside it, held open for as long as
 * the process lives; the system drops it when the process dies, however it dies.
 */
import Sqlite from "better-sqlite3";
import { makeOwnerFile } from "../lib/owner-only.ts";
import { StoreError } from "../model/store-error.ts";
import { storeError } from "./sqlite-error.ts";

/** Takes the lock of the database at `path`; the answer lets it go. Throws a StoreError. */
export function lockDatabase(path: string): () => void {
  const lockPath = `${path}.lock`;
  let db: Sqlite.Database | undefined;
  makeOwnerFile(lockPath);
  try {
    db = new Sqlite(lockPath, { timeout: 0 });
    db.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    db?.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY")) {
      throw new StoreError(`${path}: in use by another monitor`, error);
    }
    throw storeError(lockPath, error);
  }
  const held = db;
  return () => held.close();
}
