/** The database with which a machine enters its cluster: its own, or the newest snapshot in its place. */
import { existsSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type ClusterEngine, type EpochEngine, Unconfirmed } from "../../cluster/engine.ts";
import { settingsKey } from "../../files/start-files.ts";
import type { Log } from "../../lib/log.ts";
import { Refused } from "../../lib/problem.ts";
import { listenAbort } from "../../lib/turns.ts";
import { StoreError } from "../../model/store-faults.ts";
import { dropDatabase, freeName, takePlace } from "../../store/copies.ts";
import { placeKey } from "../../store/door.ts";
import { followed, lockDatabase } from "../../store/lock.ts";
import { openStoreReader } from "../../store/reader.ts";
import { refusing } from "../../store/sqlite-error.ts";
import { openStore, type Store } from "../../store/store.ts";

export interface JoinParts {
  readonly engine: ClusterEngine;
  /** The database. */
  readonly state: string;
  /** Whether the machine may begin the cluster. */
  readonly mayWrite: boolean;
  /** Whether its own database is of no use any more. */
  readonly isSpoiled: boolean;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export interface JoinedCluster {
  readonly epoch: string;
  readonly shared: EpochEngine;
}

const againMs = 500;

const writtenAlone =
  "this database was written alone since it left the cluster; `yagura cluster adopt` lets the cluster go on from it, or move it away to take that of the cluster";

/**
 * Enters the cluster, or begins it with the database that is here. Afterwards the database is a copy of the cluster's, as
 * it was at some place of its log. Refused: the servers refuse it. Rejects with the signal's reason.
 */
export async function joinCluster(parts: JoinParts): Promise<JoinedCluster> {
  const { log, signal } = parts;
  let told = "";
  for (;;) {
    signal.throwIfAborted();
    const found = await withSignal(joinNow(parts), signal).catch((error: unknown) => {
      if (error instanceof Unconfirmed) return "the servers of the cluster do not answer";
      throw error;
    });
    if (typeof found !== "string") return found;
    if (told !== found) log.info({}, found);
    told = found;
    await pause(againMs, undefined, { signal });
  }
}

/** Answers why it has to wait, where it does. Rejects with Unconfirmed. */
async function joinNow(parts: JoinParts): Promise<JoinedCluster | string> {
  const { engine, state, mayWrite, log } = parts;
  const newest = await engine.epochs.newest();
  if (newest === undefined) {
    if (!mayWrite) return "the cluster has not begun: a machine that may write begins it";
    await engine.epochs.begin(begunHere(state), 0);
    return joinNow(parts);
  }
  const shared = await engine.open(newest.epoch);
  const joined = { epoch: newest.epoch, shared };
  const here = hereOf(newest.epoch, state);
  if (here === "copy" && !parts.isSpoiled) return joined;
  if (here === "alone") throw new Refused(`${state}: ${writtenAlone}`);
  const snapshot = await shared.snapshots.newest();
  if (snapshot === undefined) return "the cluster has no snapshot yet: its first machine makes one";
  await takeSnapshot(parts, { shared, here }, snapshot.sequence);
  log.info({ place: snapshot.sequence, bytes: snapshot.bytes }, "the database is that of the cluster now");
  return joined;
}

/** Rejects with the reason of the signal where that comes first. */
function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const unlisten = listenAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(unlisten);
  });
}

/**
 * The epoch of the database that is here, which is made where there is none: the cluster begins with what it has, at the
 * beginning of a new log.
 */
function begunHere(state: string): string {
  return refusing(() => {
    const store = openStore(state, { now: Date.now });
    try {
      beginLog(store);
      return store.log.epoch;
    } finally {
      store.close();
    }
  });
}

/** Notes that a new log of the cluster begins with the database. */
export function beginLog({ meta }: Pick<Store, "meta">): void {
  meta.set(placeKey, "0");
  // No other machine is to start with what was written for this one.
  meta.set(settingsKey, "");
}

/** What the database here is to a cluster: a copy of its own, one of that epoch which was written alone, or another one. */
type Here = "copy" | "alone" | "other" | "none";

function hereOf(epoch: string, state: string): Here {
  try {
    const reader = openStoreReader(state);
    try {
      if (reader.log.epoch !== epoch) return "other";
      return reader.meta(placeKey) ? "copy" : "alone";
    } finally {
      reader.close();
    }
  } catch (error) {
    // What cannot be read is kept like what is another's.
    if (error instanceof StoreError) return existsSync(state) ? "other" : "none";
    throw error;
  }
}

/** Puts a snapshot in the place of the database. What was no copy of this cluster's is kept beside it. */
async function takeSnapshot(
  { state, log }: JoinParts,
  { shared, here }: { readonly shared: EpochEngine; readonly here: Here },
  sequence: number,
): Promise<void> {
  const path = refusing(() => followed(state));
  const part = `${path}.part`;
  // What a kill left.
  dropDatabase(part);
  try {
    await shared.snapshots.get(sequence, part);
    const lock = refusing(() => lockDatabase(path, "another machine"));
    try {
      const aside = freeName(`${path}.${here === "other" ? "before-cluster" : "spoiled"}`);
      takePlace(part, path, aside);
      // What the record beside it says is of the one before.
      rmSync(`${path}.told`, { force: true });
      lock.guard();
      if (here === "other")
        log.warn({ kept: aside }, "the database that was here is kept: the cluster has another one");
      else dropDatabase(aside);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (error instanceof Error && "syscall" in error) throw new Refused(`${path}: ${error.message}`);
    throw error;
  } finally {
    dropDatabase(part);
  }
}
