/**
 * Lets a cluster begin anew from the database that is here: its servers have lost what they had confirmed, and a person
 * decides that this machine is the one that goes on. The other machines then take its database.
 */
import { randomUUID } from "node:crypto";
import type { ClusterEngine, EngineSettings } from "../../cluster/engine.ts";
import { Refused } from "../../lib/problem.ts";
import { markInPlace } from "../../store/copies.ts";
import { databaseFormat } from "../../store/database.ts";
import { placeKey } from "../../store/door.ts";
import { followed, lockDatabase } from "../../store/lock.ts";
import { readTold } from "../../store/put-back.ts";
import { openStoreReader } from "../../store/reader.ts";
import { refusing } from "../../store/sqlite-error.ts";
import { openStore } from "../../store/store.ts";
import { beginLog } from "./join.ts";
import type { TermMessage } from "./message.ts";
import { putSnapshot } from "./snapshots.ts";
import { type ClusterFacts, surveyCluster } from "./survey.ts";

export interface AdoptOptions {
  readonly settings: EngineSettings;
  /** The database. */
  readonly state: string;
  /** Whether it goes on where another machine should be the one, or nothing is lost. */
  readonly isForced: boolean;
  /** Called with what is to be done, before anything is; what it throws ends it. */
  sure(own: OwnDatabase): void;
}

/** The database that is here. */
export interface OwnDatabase {
  readonly epoch: string;
  /** The place up to which it has the log of the cluster; undefined: it was written alone since. */
  readonly place: number | undefined;
  /** Its last entry. */
  readonly seq: number;
}

export interface Adopted extends OwnDatabase {
  /** The new epoch. */
  readonly next: string;
}

/** Refused: a monitor runs on it, or another machine is the one. Rejects with Unconfirmed. */
export async function adoptDatabase(engine: ClusterEngine, options: AdoptOptions): Promise<Adopted> {
  const { settings, isForced } = options;
  const path = refusing(() => followed(options.state));
  const lock = refusing(() => lockDatabase(path, "a running monitor, which has to be stopped first"));
  let next: string;
  let own: OwnDatabase;
  try {
    own = readOwn(path);
    const facts = await surveyCluster(engine, { replicas: settings.replicas, epoch: own.epoch });
    const refusal = isForced ? undefined : refusalOf({ ...own, name: settings.name }, facts);
    if (refusal !== undefined) throw new Refused(refusal);
    options.sure(own);
    next = await beginNext(engine);
    await endLog(engine, own, settings.name);
    const beside = readTold(path);
    const mark = { upTo: beside?.seq ?? own.seq, reason: "adopted", beside } as const;
    refusing(() => markInPlace(path, mark));
  } finally {
    lock.release();
  }
  refusing(() => {
    const store = openStore(path, { now: Date.now, epoch: () => next });
    try {
      beginLog(store);
    } finally {
      store.close();
    }
  });
  await putSnapshot(path, { shared: await engine.open(next) }, undefined);
  return { ...own, next };
}

/** Throws Refused where there is none. */
function readOwn(path: string): OwnDatabase {
  return refusing(() => {
    const reader = openStoreReader(path);
    try {
      const place = reader.meta(placeKey);
      const known = place ? Number(place) : undefined;
      return { epoch: reader.log.epoch, place: known, seq: reader.log.head() };
    } finally {
      reader.close();
    }
  });
}

/** Why this machine is not the one, or nothing has to be done; undefined: nothing speaks against it. */
export function refusalOf(
  own: OwnDatabase & { readonly name: string },
  { epoch, log, snapshot, machines }: ClusterFacts,
): string | undefined {
  // An epoch of which there is nothing yet is one whose beginning was broken off.
  const hasGoneOn = epoch !== own.epoch && (snapshot !== undefined || (log?.last ?? 0) > 0);
  if (hasGoneOn)
    return "the cluster goes on in another epoch than that of this database; --force adopts it all the same";
  const writer = machines.find(({ part, name }) => part === "writer" && name !== own.name);
  if (writer !== undefined) return `the machine ${writer.name} writes; --force adopts it all the same`;
  if (own.place === undefined) return undefined;
  const [furthest] = machines.toSorted((one, other) => other.place - one.place);
  if (furthest !== undefined && furthest.name !== own.name && furthest.place > own.place)
    return `the machine ${furthest.name} is further, at ${furthest.place}, and this one at ${own.place}: call it there; --force adopts it all the same`;
  if (epoch === own.epoch && log !== undefined && log.last >= own.place)
    return "the log of the cluster has all that this machine has: nothing is lost; --force adopts it all the same";
  return undefined;
}

/** Begins another epoch, from which on nobody begins to write in the one before. */
async function beginNext({ epochs }: ClusterEngine): Promise<string> {
  const next = randomUUID();
  const newest = await epochs.newest();
  if (await epochs.begin(next, newest?.sequence ?? 0)) return next;
  throw new Refused(
    "another machine let the cluster begin anew meanwhile: `yagura cluster status` says more",
  );
}

const withinMs = 5_000;

/** Adds a last message to the log of the epoch before, where it is still there: whoever writes on it is fenced by it. */
async function endLog(engine: ClusterEngine, { epoch }: OwnDatabase, holder: string): Promise<void> {
  const shared = await engine.open(epoch).catch((error: unknown) => {
    if (error instanceof Refused) return undefined;
    throw error;
  });
  if (shared === undefined) return;
  for (;;) {
    const end = await shared.log.end(withinMs);
    const term = end.term + 1;
    const message: TermMessage = { kind: "term", term, holder, id: randomUUID() };
    const appended = await shared.log.append(
      end.sequence,
      message,
      { term, format: databaseFormat },
      withinMs,
    );
    if ("stored" in appended) return;
  }
}
