/**
 * One writer a database: its monitor, or whoever fetches the history. The lock is that of a file beside it, held for as
 * long as the process lives; the system drops it when the process dies, however it dies.
 *
 * The file beside it says which database it guards. Where it does not say this one (it was deleted, or the database
 * came from elsewhere), or the database has a second name, another monitor may be at work under another lock: then
 * nobody may have the database open at all. Who only looks (`why`, a backup, somebody's shell) is let be otherwise.
 */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import Sqlite from "better-sqlite3";
import { makeOwnerFile, makeOwnerFolder } from "../lib/replace-file.ts";
import { StoreError } from "../model/store-faults.ts";
import { isDamage, storeError } from "./sqlite-error.ts";

/** Wait for programs that only look to be done. */
const lookersMs = 3_000;

export interface Lock {
  /** To be called once the database is open: the lock guards that file from now on. */
  guard(): void;
  release(): void;
}

/**
 * Takes the lock of the database at `path`. Throws a StoreError.
 * @param holder whoever has it while it is locked, as a refusal says it
 */
export function lockDatabase(path: string, holder = "another monitor"): Lock {
  const lockPath = `${path}.lock`;
  let held: Sqlite.Database | undefined;
  makeOwnerFile(lockPath);
  try {
    const lock = new Sqlite(lockPath, { timeout: 0 });
    held = lock;
    // Kept over the ends of transactions.
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.pragma("journal_mode = MEMORY");
    lock.pragma("synchronous = OFF");
    lock.exec("BEGIN EXCLUSIVE; COMMIT");
    const file = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (file && file.size > 0n && (file.nlink > 1n || guarded(lock) !== idOf(file)))
      refuseOthers(path, holder);
    return {
      guard: () => guardFrom(lock, idOf(statSync(path, { bigint: true }))),
      release: () => void lock.close(),
    };
  } catch (error) {
    held?.close();
    if (isBusy(error)) throw new StoreError(`${path}: in use by ${holder}`, error);
    throw storeError(lockPath, error);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

function idOf({ dev, ino }: { dev: bigint; ino: bigint }): string {
  return `${dev}:${ino}`;
}

/** The database that the lock guarded last; undefined where it is new or of an older version. */
function guarded(lock: Sqlite.Database): string | undefined {
  const tables = lock.prepare<[], number>("SELECT count(*) FROM sqlite_schema WHERE name = 'guards'").pluck();
  if (tables.get() === 0) return undefined;
  return lock.prepare<[], string>("SELECT database FROM guards").pluck().get();
}

function guardFrom(lock: Sqlite.Database, id: string): void {
  try {
    if (guarded(lock) === id) return;
    lock.exec("BEGIN; CREATE TABLE IF NOT EXISTS guards (database TEXT) STRICT; DELETE FROM guards");
    lock.prepare("INSERT INTO guards VALUES (?)").run(id);
    lock.exec("COMMIT");
  } catch {
    // The disk is full. The next start then asks whether anybody has the database open.
    if (lock.inTransaction) lock.exec("ROLLBACK");
  }
}

/** Opens the database for itself alone and closes it: SQLite's locks hold whatever name a file is opened by. */
function refuseOthers(path: string, holder: string): void {
  let alone: Sqlite.Database | undefined;
  try {
    alone = new Sqlite(path, { timeout: lookersMs });
    alone.pragma("locking_mode = EXCLUSIVE");
    alone.exec("BEGIN EXCLUSIVE; COMMIT");
  } catch (error) {
    // Whoever opens a damaged one next tells so; a monitor that had it open would hold its lock.
    if (isDamage(error)) return;
    if (!isBusy(error)) throw storeError(path, error);
    throw new StoreError(`${path}: in use by ${holder}, or another program keeps it open`, error);
  } finally {
    alone?.close();
  }
}

/** The file itself, its links followed, and its folder made: two names of one file are to find one lock. */
export function followed(path: string): string {
  const absolute = resolve(path);
  makeOwnerFolder(dirname(absolute));
  try {
    return realpathSync(absolute);
  } catch {
    return join(realpathSync(dirname(absolute)), basename(absolute));
  }
}
