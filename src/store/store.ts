/** The store: everything that outlives the process, in one SQLite file with one writer. */
import { randomUUID } from "node:crypto";
import type { CommitBatch } from "../model/commit.ts";
import type { Devices } from "../model/devices.ts";
import type { ConsumerPlaces, LogReader, PutBack } from "../model/event.ts";
import type { DueMemory, RuleMeaning, RuleMemory } from "../model/rule.ts";
import type { StoreError } from "../model/store-faults.ts";
import { alertsOf, type StoredAlerts } from "./alerts.ts";
import { type Cached, createCommit } from "./commit.ts";
import { rebuildDamaged } from "./damage/mend.ts";
import { createDamages, createStartCheck, type Damages, type StartCheck } from "./damage/verifier.ts";
import { type Database, openDatabase, openPassingDatabase } from "./database.ts";
import { followed, type Lock, lockDatabase } from "./lock.ts";
import { originsOf, type StoredOrigins } from "./origins.ts";
import { createPageReads, type PageReads } from "./page-reads.ts";
import { createPrune, type Pruned, type PruneOptions } from "./prune.ts";
import { epochAtStart, openTold, type ToldFile, untoldPutBack } from "./put-back.ts";
import { guarded, guardedReads, isCorrupt, openingError } from "./sqlite-error.ts";
import { type StoredSources, storedSources } from "./state.ts";
import { createDeliveries, type Deliveries } from "./tables/deliveries.ts";
import type { AboutSubject, SubjectPast } from "./tables/log-search.ts";
import type { RunsTable } from "./tables/meta.ts";
import type { OutboxTable } from "./tables/outbox.ts";
import type { SightingsTable } from "./tables/sightings.ts";
import { createTables, type Tables } from "./tables/tables.ts";
import { createPlace, createWriting, prove, type Writing } from "./writing.ts";

export interface Store extends StoredSources {
  /** The file, its links followed. */
  readonly path: string;
  readonly log: LogReader;
  /** Finds the newest entries about a subject, by an index. */
  readonly aboutSubject: AboutSubject;
  /** All about a subject, in parts. */
  readonly subjectPast: SubjectPast;
  readonly outbox: Pick<OutboxTable, "of" | "remains">;
  readonly deliveries: Deliveries;
  readonly sightings: Pick<SightingsTable, "newest" | "mailed">;
  /** What the page alone asks. */
  readonly page: PageReads;
  /** The life of alerts. */
  readonly alerts: StoredAlerts;
  /** Places of the feed's consumers. */
  readonly consumers: ConsumerPlaces;
  /** Browsers that signed up for messages. */
  readonly devices: Devices;
  readonly meta: { get(key: string): string | undefined; set(key: string, value: string): void };
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
  /** Where the states of sources come from, those that are set aside included. */
  readonly origins: StoredOrigins;
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
  /** One batch of what is older than the limit; call again while it says `more`. */
  prune(options: PruneOptions): Pruned;
  close(): void;
}

export interface StoreOptions {
  /** ms since 1970; when a mail is queued. */
  now(): number;
  /** The id of a new database; a random UUID by default. */
  epoch?: () => string;
  /** Whether it need not outlive the process, such as that of a play: then nothing waits for the disk. */
  isPassing?: boolean;
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
  const place = createPlace(path);
  const writing = createWriting(path, place, told.failure);
  const lastMail = told.before?.epoch === epoch ? told.before.mail : 0;
  const record = createRecord(told, { epoch, tables, cached }, lastMail);
  record.keep();
  const commit = writing.through(
    createCommit({
      ...{ db, tables, cached, now: options.now, check: place.check, mended: damages.mended },
      rebuilt: startCheck.again,
    }),
  );
  return {
    path,
    log: logReader(tables, epoch, () => cached.head),
    ...readsOf({ path, db }, tables, cached),
    outbox: outboxOf(tables.outbox, { path, writing, record }),
    consumers: {
      ...tables.consumers,
      forget: writing.through(tables.consumers.forget),
      keep: writing.through((places) => tables.consumers.put(places, options.now())),
    },
    devices: devicesOf(path, tables.devices, writing),
    meta: { get: tables.meta.get, set: writing.through(tables.meta.set) },
    runs: {
      ...tables.runs,
      begin: writing.through(tables.runs.begin),
      seen: writing.through(tables.runs.seen),
    },
    damages,
    startCheck,
    origins: originsOf({ db, tables, cached }, writing.through),
    commit(batch) {
      if (commit(batch) && batch.entries.length > 0) record.keep();
    },
    putBack: () => untoldPutBack(tables),
    failure: writing.failure,
    look: writing.look,
    prove() {
      prove(writing, tables.meta);
      record.keep();
    },
    prune: writing.through(createPrune(db, tables)),
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

/** The record beside the database of how far it was told. */
interface ToldRecord {
  keep(): void;
  /** The mail server took these mails, in this order; the record is kept. */
  sent(mails: readonly number[]): void;
}

function createRecord(
  told: ToldFile,
  { epoch, tables, cached }: { epoch: string; tables: Tables; cached: Cached },
  lastMail: number,
): ToldRecord {
  let mail = lastMail;
  const keep = () => told.keep({ epoch, seq: cached.head, hash: tables.log.hashOf(cached.head) ?? "", mail });
  return {
    keep,
    sent(mails) {
      mail = mails.at(-1) ?? mail;
      keep();
    },
  };
}

function outboxOf(
  outbox: OutboxTable,
  { path, writing, record }: { path: string; writing: Writing; record: ToldRecord },
): Store["outbox"] {
  return {
    of(output) {
      const own = outbox.of(output);
      return {
        ...guardedReads(path, { due: own.due, dueTo: own.dueTo, nextDue: own.nextDue }),
        keepBytes: writing.through(own.keepBytes),
        record: writing.through((outcomes) => {
          own.record(outcomes);
          record.sent(outcomes.filter(({ outcome }) => outcome === "sent").map(({ id }) => id));
        }),
      };
    },
    remains: outbox.remains,
  };
}

function devicesOf(path: string, { of, find, keep, drop }: Devices, { through }: Writing): Devices {
  return { ...guardedReads(path, { of, find }), keep: through(keep), drop: through(drop) };
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
