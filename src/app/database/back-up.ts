/** Backs a database up while its monitor runs: a copy that was verified before it gets its name. */
import { readdirSync, renameSync, rmSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Refused } from "../../lib/problem.ts";
import { makeOwnerFolder } from "../../lib/replace-file.ts";
import { StoreError } from "../../model/store-faults.ts";
import { type CopyProgress, copyDatabase, dropDatabase, syncToDisk } from "../../store/copies.ts";
import { openDatabaseReader } from "../../store/database.ts";
import { type Verified, verifyStore } from "./verify-store.ts";

/** `ok` says whether it was made: a copy of what is damaged is kept only where that was asked for. */
export interface BackedUp extends Verified {
  /** The database. */
  readonly from: string;
  /** Size of the copy; 0 where none was kept. */
  readonly bytes: number;
}

interface BackupOptions {
  /** Whether a file that is there is replaced. */
  readonly force?: boolean | undefined;
  /** Whether a copy of a damaged database is kept. */
  readonly damaged?: boolean | undefined;
  readonly tell?: CopyProgress;
  /** Called when the copy is there and is being looked at. */
  readonly verifying?: () => void;
  readonly signal?: AbortSignal;
}

/**
 * Makes the backup `file`. Where what was copied is damaged, it is not kept unless that is asked for, and whatever had
 * the name stays. Throws Refused where it cannot be made, and the reason of the signal; nothing is left then.
 */
export async function backUp(from: string, file: string, options: BackupOptions = {}): Promise<BackedUp> {
  const to = resolve(file);
  try {
    refuseTaken(from, to, options.force);
    // One of an older version could not be verified.
    openDatabaseReader(from).close();
    makeOwnerFolder(dirname(to));
    dropLeftovers(to);
    return await made(from, to, options);
  } catch (error) {
    // It is so damaged that it cannot be opened or copied: that is the answer, as it is to who verifies it.
    if (error instanceof StoreError && error.fault === "damaged")
      return { ...(await verifyStore(from)), ok: false, file: to, from, bytes: 0 };
    throw refusedOf(error, to);
  }
}

async function made(
  from: string,
  to: string,
  { damaged, tell = () => {}, verifying = () => {}, signal }: BackupOptions,
): Promise<BackedUp> {
  const part = `${to}${partEnding}${process.pid}`;
  try {
    await copyDatabase(from, part, (copied, all) => {
      signal?.throwIfAborted();
      tell(copied, all);
    });
    verifying();
    const verified = await verifyStore(part, { ...(signal && { signal }) });
    const isKept = verified.ok || damaged === true;
    if (isKept) {
      renameSync(part, to);
      syncToDisk(dirname(to));
    }
    return { ...verified, ok: isKept, file: to, from, bytes: isKept ? statSync(to).size : 0 };
  } finally {
    dropDatabase(part);
  }
}

const partEnding = ".part-";

function refuseTaken(from: string, to: string, force = false): void {
  const there = statSync(to, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isFile()) throw new Refused(`${to}: there is something else of that name`);
  if (besideDatabase.some((ending) => isSame(there, `${from}${ending}`)))
    throw new Refused(`${to}: this belongs to the database; a backup needs a name of its own`);
  if (!force) throw new Refused(`${to}: it is there already; --force replaces it`);
}

const besideDatabase = ["", "-wal", "-shm", ".lock", ".told"];

function isSame({ ino, dev }: Stats, path: string): boolean {
  const other = statSync(path, { throwIfNoEntry: false });
  return other?.ino === ino && other.dev === dev;
}

/** Deletes what a backup left that was killed: the number in the name is that of its process. */
function dropLeftovers(to: string): void {
  const beginning = `${basename(to)}${partEnding}`;
  for (const name of readdirSync(dirname(to))) {
    const process = Number(/^\d+/.exec(name.slice(beginning.length))?.[0]);
    if (name.startsWith(beginning) && process > 0 && !isRunning(process))
      rmSync(join(dirname(to), name), { force: true });
  }
}

function isRunning(id: number): boolean {
  if (id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function refusedOf(error: unknown, to: string): unknown {
  if (error instanceof StoreError) return new Refused(error.message);
  const isOfSystem = error instanceof Error && "syscall" in error;
  return isOfSystem ? new Refused(`${to}: ${error.message}`) : error;
}
