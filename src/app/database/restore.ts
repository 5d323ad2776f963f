/** Puts a backup in the place of the database, while no monitor runs. */
import { statSync } from "node:fs";
import { lastTimeOf } from "../../model/event.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { CopyProgress } from "../../store/copies/copy-database.ts";
import { dropDatabase, prepareCopy, takePlace } from "../../store/copies/restore.ts";
import { followed, lockDatabase } from "../../store/lock.ts";
import { openStoreReader } from "../../store/reader.ts";
import { readTold } from "../../store/told-file.ts";
import { Refused, refusing } from "../refused.ts";
import { type Verified, verifyStore } from "./verify-store.ts";

/** `ok` says whether it was restored: a damaged backup only where that was asked for. */
export interface Restored extends Verified {
  /** The backup; `file` is the database. */
  readonly from: string;
  /** When its last entry was seen, ISO; absent where it has none. */
  readonly lastAt?: string;
  /** The file of the database from before; absent where there was none, or it was deleted. */
  readonly kept?: string;
  /** Entries that were told and that the backup does not have, both ends included. */
  readonly lost?: { readonly from: number; readonly to: number };
  /** The database from before had another epoch than the backup: its numbers say nothing about it. */
  readonly isOfAnotherEpoch?: true;
}

interface RestoreOptions {
  readonly damaged?: boolean | undefined;
  /** Whether the database from before is deleted. */
  readonly discard?: boolean | undefined;
  /** ms since 1970: the database from before is kept under a name with this time. */
  readonly now: number;
  readonly tell?: CopyProgress;
}

/** Throws Refused where a monitor runs, or the backup is none of this version; then everything is as it was. */
export async function restore(backup: string, state: string, options: RestoreOptions): Promise<Restored> {
  const path = refusing(() => followed(state));
  refuseItself(backup, path);
  const lock = refusing(() => lockDatabase(path, "a running monitor, which has to be stopped first"));
  try {
    return await replaced(backup, path, options, lock.guard);
  } catch (error) {
    if (error instanceof StoreError && error.fault === "damaged")
      return { ...(await verifyStore(backup)), ok: false, file: path, from: backup };
    const isOfFiles = error instanceof StoreError || (error instanceof Error && "syscall" in error);
    throw isOfFiles ? new Refused(error.message) : error;
  } finally {
    lock.release();
  }
}

function refuseItself(backup: string, path: string): void {
  const [one, other] = [backup, path].map((each) => statSync(each, { throwIfNoEntry: false }));
  if (one && one.ino === other?.ino && one.dev === other.dev)
    throw new Refused(`${backup}: this is the database itself, not a backup of it`);
}

async function replaced(
  backup: string,
  path: string,
  { damaged = false, discard = false, now, tell = () => {} }: RestoreOptions,
  guard: () => void,
): Promise<Restored> {
  const part = `${path}.restoring`;
  const beside = readTold(path);
  const told = beside ?? endOf(path);
  // Whoever left it had the lock.
  dropDatabase(part);
  try {
    await prepareCopy(backup, part, { upTo: told?.seq ?? 0, beside }, tell);
    const verified = await verifyStore(part);
    const { epoch, last = 0 } = verified;
    const facts = {
      ...verified,
      ...lostOf(told, { epoch, last }),
      ...lastAtOf(part),
      from: backup,
      file: path,
    };
    if (!verified.ok && !damaged) return facts;
    const aside = `${path}.before-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}`;
    const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
    takePlace(part, path, aside);
    guard();
    if (discard) dropDatabase(aside);
    return { ...facts, ok: true, ...(isThere && !discard ? { kept: aside } : {}) };
  } finally {
    dropDatabase(part);
  }
}

interface Place {
  readonly epoch: string;
  readonly seq: number;
}

/** How far a database goes, which may have been told where nothing beside it says how far it was. */
function endOf(path: string): Place | undefined {
  return read(path, ({ log }) => ({ epoch: log.epoch, seq: log.head() }));
}

function lostOf(
  told: Place | undefined,
  { epoch, last }: { epoch: string | undefined; last: number },
): Pick<Restored, "lost" | "isOfAnotherEpoch"> {
  if (told === undefined) return {};
  if (told.epoch !== epoch) return { isOfAnotherEpoch: true };
  return told.seq > last ? { lost: { from: last + 1, to: told.seq } } : {};
}

function lastAtOf(path: string): Pick<Restored, "lastAt"> {
  const time = read(path, ({ log }) => lastTimeOf(log));
  return time ? { lastAt: new Date(time).toISOString() } : {};
}

/** Reads what may be missing or damaged; undefined then. */
function read<T>(path: string, what: (store: ReturnType<typeof openStoreReader>) => T): T | undefined {
  try {
    const store = openStoreReader(path);
    try {
      return what(store);
    } finally {
      store.close();
    }
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
