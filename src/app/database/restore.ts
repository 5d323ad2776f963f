/** Puts a backup in the place of the database, while no monitor runs. */
import { type Stats, statSync } from "node:fs";
import { Refused } from "../../lib/problem.ts";
import { counted } from "../../lib/text/counted.ts";
import { lastTimeOf } from "../../model/event.ts";
import { StoreError } from "../../model/store-faults.ts";
import type { CopyProgress } from "../../store/copies.ts";
import {
  type Content,
  databaseContent,
  dropDatabase,
  freeName,
  prepareCopy,
  takePlace,
} from "../../store/copies.ts";
import { followed, lockDatabase } from "../../store/lock.ts";
import { readTold } from "../../store/put-back.ts";
import { openStoreReader } from "../../store/reader.ts";
import { refusing } from "../../store/sqlite-error.ts";
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
  /** Whether the backup may take the place of a database that has more than it. */
  readonly force?: boolean | undefined;
  /** Whether the database from before is deleted. */
  readonly discard?: boolean | undefined;
  /** ms since 1970: the database from before is kept under a name with this time. */
  readonly now: number;
  readonly tell?: CopyProgress;
}

/**
 * Throws Refused where a monitor runs, the backup is none, or it is emptier than the database; then everything is as it
 * was.
 */
export async function restore(backup: string, state: string, options: RestoreOptions): Promise<Restored> {
  const path = refusing(() => followed(state));
  refuseItself(backup, path);
  const lock = refusing(() => lockDatabase(path, "a running monitor, which has to be stopped first"));
  try {
    return await replaced(backup, path, options, lock.guard);
  } catch (error) {
    if (error instanceof StoreError && error.fault === "damaged")
      return { ...unopened(error, backup, partOf(path)), file: path, from: backup };
    const isOfFiles = error instanceof StoreError || (error instanceof Error && "syscall" in error);
    throw isOfFiles ? new Refused(error.message) : error;
  } finally {
    lock.release();
  }
}

/** Findings of a backup that is too damaged to be copied. */
function unopened({ message }: StoreError, ...paths: readonly string[]): Omit<Verified, "file"> {
  const path = paths.find((each) => message.startsWith(`${each}: `));
  const reason = path === undefined ? message : message.slice(path.length + 2);
  return { ok: false, entries: 0, damaged: [{ part: "file", message: reason }] };
}

function refuseItself(backup: string, path: string): void {
  const [one, ...others] = [backup, path, partOf(path)].map((each) => statOf(each));
  if (others.some((other) => one && one.ino === other?.ino && one.dev === other.dev))
    throw new Refused(`${backup}: this is the database itself, not a backup of it`);
}

/** Nothing where the name leads nowhere, or where it cannot be looked at: whoever opens it tells why. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

const partOf = (path: string) => `${path}.restoring`;

/**
 * Refuses a backup that has nothing of a kind of which the database has something, or that is of another epoch, so
 * perhaps another monitor's, and has less than half as much. An older backup of this database has less entries as well,
 * and that is no reason.
 */
function refuseEmptier(backup: string, its: Content, path: string): void {
  // One that cannot be read has nothing to lose.
  const there = readIfThere(() => databaseContent(path));
  if (there === undefined) return;
  const least = there.epoch === its.epoch ? 0 : 0.5;
  const isEmptier = (kind: "entries" | "items") =>
    there[kind] > 0 && (its[kind] === 0 || its[kind] < there[kind] * least);
  if (!isEmptier("entries") && !isEmptier("items")) return;
  const words = ({ entries, items }: Content) =>
    `${counted(entries, "entry", "entries")} and ${counted(items, "item")}`;
  throw new Refused(
    `${backup}: it is emptier than the database: it has ${words(its)}, and ${path} has ${words(there)}; --force restores it all the same`,
  );
}

async function replaced(
  backup: string,
  path: string,
  { damaged = false, force = false, discard = false, now, tell = () => {} }: RestoreOptions,
  guard: () => void,
): Promise<Restored> {
  const part = partOf(path);
  const beside = readTold(path);
  const told = beside ?? endOf(path);
  // Whoever left it had the lock.
  dropDatabase(part);
  try {
    await prepareCopy(backup, part, { upTo: told?.seq ?? 0, reason: "restored", beside }, tell);
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
    if (!force) refuseEmptier(backup, databaseContent(part), path);
    const aside = freeName(`${path}.before-${new Date(now).toISOString().replace(/[-:]|\.\d+/g, "")}`);
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

function read<T>(path: string, what: (store: ReturnType<typeof openStoreReader>) => T): T | undefined {
  return readIfThere(() => {
    const store = openStoreReader(path);
    try {
      return what(store);
    } finally {
      store.close();
    }
  });
}

/** Reads what may be missing or damaged; undefined then. */
function readIfThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
