/** The store: everything that outlives the process, in one SQLite file with one writer. */
import { randomUUID } from "node:crypto";
import type { CommitBatch } from "../model/commit.ts";
import type { LogReader, PutBack } from "../model/event.ts";
import type { DueMemory, RuleMeaning, RuleMemory } from "../model/rule.ts";
import type { StoreError } from "../model/store-faults.ts";
import { actsOf, createRecord } from "./acts.ts";
import { alertsOf, type StoredAlerts } from "./alerts.ts";
import { type Cached, createCommit } from "./commit.ts";
import { rebuildDamaged } from "./damage/mend.ts";
import { createDamages, createStartCheck, type Damages, type StartCheck } from "./damage/verifier.ts";
import { type Database, openDatabase, openPassingDatabase } from "./database.ts";
import { createDoor, type Doors, doorsOf, placeKey } from "./door.ts";
import { followed, type Lock, lockDatabase } from "./lock.ts";
import { createPageReads, type PageReads } from "./page-reads.ts";
import type { Aging } from "./prune.ts";
import { epochAtStart, openTold, type ToldFile, untoldPutBack } from "./put-back.ts";
import { guarded, guardedReads, isCorrupt, openingError } from "./sqlite-error.ts";
import { type StoredSources, storedSources } from "./state.ts";
import { createDeliveries, type Deliveries } from "./tables/deliveries.ts";
import type { AboutSubject, SubjectPast } from "./tables/log-search.ts";
import type { RunsTable } from "./tables/meta.ts";
import type { SightingsTable } from "./tables/sightings.ts";
import { createTables, type Tables } from "./tables/tables.ts";
import type { Journal, StoreWrite } from "./write.ts";
import { createPlace, createWriting, prove } from "./writing.ts";

export interface Store extends StoredSources, Doors {
  /** The file, its links followed. */
  readonly path: string;
  readonly log: LogReader;
  /** Finds the newest entries about a subject, by an index. */
  readonly aboutSubject: AboutSubject;
  /** All about a subject, in parts. */
  readonly subjectPast: SubjectPast;
  readonly deliveries: Deliveries;
  readonly sightings: Pick<SightingsTable, "newest" | "mailed">;
  /** What the page alone asks. */
  readonly page: PageReads;
  /** The life of alerts. */
  readonly alerts: StoredAlerts;
  /** Times in which monitors ran. */
  readonly runs: Pick<RunsTable, "begin" | "seen" | "upTo" | "after">;
  /** Time at which a rule last fired for a key, ms since 1970. */
  firedAt(rule: string, key: string): number | undefined;
  /** State of a rule for a key; undefined: none. */
  recall(memory: RuleMemory): unknown;
  /** Number of keys for which a rule has a state. */
  rememberedKeys(rule: string): number;
  /** The rules that remember something. */
  ruleMeanings(): RuleMeaning[];
  /** States of rules that are due, the longest due first; at most `most` of them, by default all. */
  dueMemories(at: number, most?: number): DueMemory[];
  /** Time at which the next state is due, ms since 1970. */
  nextDueMemory(): number | undefined;
  /** Damage that was found by reading and is still to be told. */
  readonly damages: Damages;
  readonly startCheck: StartCheck;
  /** One transaction. Throws a StoreError when the database cannot be written; then nothing is. */
  commit(batch: CommitBatch): void;
  /** Finding of a start that a copy was put back, until `putBackTold` is committed with its news. */
  putBack(): PutBack | undefined;
  /** Reason why it cannot be written; undefined since a write went well. */
  failure(): StoreError | undefined;
  /** Looks whether the open file is still in its place, which `failure` tells then. Writes nothing, never throws. */
  look(): void;
  /** Writes for no other end than to know. Throws a StoreError when the database cannot be written. */
  prove(): void;
  /** Does a write that another machine added to the shared log, at its place there. Throws a StoreError. */
  follow(write: StoreWrite, place: number): void;
  /** The place of the shared log up to which it has all; 0: it has nothing of it. */
  place(): number;
  close(): void;
}

export interface StoreOptions {
  /** ms since 1970; when a mail is queued. */
  now(): number;
  /** The id of a new database; a random UUID by default. */
  epoch?: () => string;
  /** Whether it need not outlive the process, such as that of a play: then nothing waits for the disk. */
  isPassing?: boolean;
  /** What is to be known of events that grow too old; left out: they go as they are. */
  aging?: () => Aging;
  /** The log that it shares with copies on other machines; left out: it is alone. */
  journal?: Journal | undefined;
}

/** Opens or creates the database, for this process alone until it is closed. Throws a StoreError. */
export function openStore(path: string, options: StoreOptions): Store {
  const file = guarded(path, () => followed(path));
  const lock = lockDatabase(file);
  const opened: { close(): unknown }[] = [{ close: lock.release }];
  try {
    const db = options.isPassing ? openPassingDatabase(file) : openDatabase(file);
    opened.unshift(db);
    const told = guarded(file, () => openTold(`${file}.told`));
    opened.unshift(told);
    return mendedStore(db, () => createStore({ path: file, db, lock, told }, options));
  } catch (error) {
    for (const one of opened) one.close();
    throw openingError(file, error);
  }
}

/** Opens the store, and rebuilds small tables that cannot be read at all, so that the rest can be used. */
function mendedStore(db: Database, create: () => Store): Store {
  try {
    return create();
  } catch (error) {
    if (!isCorrupt(error) || !rebuildDamaged(db)) throw error;
    return create();
  }
}

interface Opened {
  readonly path: string;
  readonly db: Database;
  readonly lock: Lock;
  readonly told: ToldFile;
}

function createStore({ path, db, lock, told }: Opened, options: StoreOptions): Store {
  const damages = createDamages();
  const tables = createTables(db, damages.add);
  const createEpoch = options.epoch ?? randomUUID;
  const epoch = guarded(path, () => epochAtStart({ db, tables, told: told.before, createEpoch }));
  const cached = cachedFrom(tables, damages);
  const startCheck = createStartCheck(path, damages);
  lock.guard();
  // What is written alone is on no log: it is no copy of others any more.
  if (options.journal === undefined && tables.meta.get(placeKey)) tables.meta.set(placeKey, "");
  const place = createPlace(path);
  const writing = createWriting(path, place, told.failure);
  const lastMail = told.before?.epoch === epoch ? told.before.mail : 0;
  const record = createRecord(told, { epoch, tables, cached }, lastMail);
  record.keep();
  const committing = createCommit({
    ...{ db, tables, cached, check: place.check, mended: damages.mended },
    rebuilt: startCheck.again,
  });
  const { aging, journal } = options;
  const acts = actsOf({ db, tables, cached }, { record, committing, aging, placed: journal?.placed });
  const door = createDoor({ db, meta: tables.meta, acts, journal });
  const { through } = writing;
  const commit = through((batch: CommitBatch) => {
    const write = committing.prepare(batch, options.now());
    if (write === undefined) return false;
    door.write("commit", write);
    return true;
  });
  return {
    path,
    log: logReader(tables, epoch, () => cached.head),
    ...readsOf({ path, db }, tables, cached),
    ...doorsOf({ path, tables, cached }, door, { through, now: options.now }),
    runs: { ...tables.runs, begin: through(tables.runs.begin), seen: through(tables.runs.seen) },
    damages,
    startCheck,
    commit: (batch) => void commit(batch),
    putBack: () => untoldPutBack(tables),
    failure: writing.failure,
    look: writing.look,
    prove() {
      prove(writing, tables.meta);
      record.keep();
    },
    follow: through((write, place) => {
      if (write.kind === "commit") committing.check(write.batch);
      door.follow(write, place);
    }),
    place: () => Number(tables.meta.get(placeKey) || 0),
    close() {
      told.close();
      db.close();
      lock.release();
    },
  };
}

/** Reads what is kept in memory. What it has of no source that is known is damage. */
function cachedFrom(tables: Tables, damages: Damages): Cached {
  const rows = tables.sources.all();
  const cached: Cached = {
    head: tables.log.head(),
    sources: rows,
    stored: new Map(rows),
    origins: new Map(),
    holds: tables.holds.all(),
    publications: tables.publications.all(),
  };
  // Numbers of what never was written are free.
  if ((tables.log.last() ?? 0) > cached.head) tables.log.dropBeyond(cached.head);
  for (const source of tables.items.sources()) {
    if (!rows.has(source)) damages.add({ part: "items", source });
  }
  for (const source of tables.holds.sources()) {
    if (!cached.holds.has(source)) damages.add({ part: "hold", source });
  }
  return cached;
}

/** What only reads. */
function readsOf({ path, db }: Pick<Opened, "path" | "db">, tables: Tables, cached: Cached) {
  const { cooldowns, ruleMemories } = tables;
  return {
    ...storedSources(tables, cached),
    deliveries: createDeliveries(db, tables.notices),
    page: createPageReads(path, db, tables),
    alerts: alertsOf(path, tables, cached),
    sightings: guardedReads(path, { newest: tables.sightings.newest, mailed: tables.sightings.mailed }),
    subjectPast: guardedReads(path, tables.subjectPast),
    ...guardedReads(path, {
      aboutSubject: tables.logOfSubject,
      firedAt: cooldowns.firedAt,
      recall: ruleMemories.recall,
      rememberedKeys: ruleMemories.keys,
      ruleMeanings: ruleMemories.meanings,
      dueMemories: ruleMemories.due,
      nextDueMemory: ruleMemories.nextDue,
    }),
  };
}

/** `head` is given where it is known without asking the database. */
export function logReader(tables: Pick<Tables, "log">, epoch: string, head = tables.log.head): LogReader {
  return {
    epoch,
    head,
    oldest: () => tables.log.oldest() ?? head() + 1,
    read: tables.log.read,
  };
}
