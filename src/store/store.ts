/** The store: everything that outlives the process, in one SQLite file with one writer. */
import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeOwnerFolder } from "../lib/owner-only.ts";
import type { CommitBatch, HoldFacts, Outage, PublicationFacts } from "../model/commit.ts";
import type { EventDraft, LogReader, PutBack } from "../model/event.ts";
import type { DueMemory, RuleMeaning, RuleMemory } from "../model/rule.ts";
import type { StoreError } from "../model/store-faults.ts";
import { type Cached, createCommit } from "./commit.ts";
import { rebuildDamaged } from "./damage/mend.ts";
import { createDamages, createStartCheck, type Damages, type StartCheck } from "./damage/start-check.ts";
import { type Database, openDatabase } from "./database.ts";
import { type Lock, lockDatabase } from "./lock.ts";
import { createPrune, type Pruned, type PruneOptions } from "./prune.ts";
import { epochAtStart, openTold, type ToldFile, untoldPutBack } from "./put-back.ts";
import { guarded, isCorrupt, openingError } from "./sqlite-error.ts";
import { createHeldState, createState, type SourceState } from "./state.ts";
import { createDeliveries, type Deliveries } from "./tables/deliveries.ts";
import { factsOf } from "./tables/holds.ts";
import type { RunsTable } from "./tables/meta.ts";
import type { OutboxTable } from "./tables/outbox.ts";
import { outageOf, type SourceStatus, statusOf } from "./tables/sources.ts";
import { createTables, type Tables } from "./tables/tables.ts";
import { createPlace, createWriting, prove } from "./writing.ts";

export interface Store {
  /** The file, its links followed. */
  readonly path: string;
  readonly log: LogReader;
  readonly outbox: Pick<OutboxTable, "of" | "remains">;
  readonly deliveries: Deliveries;
  readonly meta: { get(key: string): string | undefined; set(key: string, value: string): void };
  /** Times in which monitors ran. */
  readonly runs: Pick<RunsTable, "begin" | "seen" | "upTo" | "after">;
  state(source: string): SourceState;
  /** The quarantine of a source; null if it has none. */
  hold(source: string): HoldFacts | null;
  /** State as it would be after a release. */
  heldState(source: string): SourceState;
  /** Events in quarantine, in order; may be many. */
  heldDrafts(source: string): EventDraft[];
  /** Status of each source that was ever polled, by name. */
  sources(): SourceStatus[];
  /** The outage on record, null when all is well. */
  outage(source: string): Outage | null;
  /** Known facts about its publications; none before the first. */
  publication(source: string): PublicationFacts;
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
  /** Reason for a second baseline of a source; undefined: the next one is its first. */
  baselinedAnew(source: string): "damaged" | undefined;
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
  /** One batch of what is older than the limit; call again while it says `more`. */
  prune(options: PruneOptions): Pruned;
  close(): void;
}

export interface StoreOptions {
  /** ms since 1970; when a mail is queued. */
  now(): number;
  /** The id of a new database; a random UUID by default. */
  epoch?: () => string;
}

/** Opens or creates the database, for this process alone until it is closed. Throws a StoreError. */
export function openStore(path: string, options: StoreOptions): Store {
  const file = guarded(path, () => followed(path));
  const lock = lockDatabase(file);
  const opened: { close(): unknown }[] = [{ close: lock.release }];
  try {
    const db = openDatabase(file);
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
  const rows = tables.sources.all();
  const cached: Cached = {
    head: tables.log.head(),
    sources: rows,
    stored: new Map(rows),
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
  const startCheck = createStartCheck(path, damages);
  lock.guard();
  const place = createPlace(path);
  const writing = createWriting(path, place, told.failure);
  let lastMail = told.before?.epoch === epoch ? told.before.mail : 0;
  const keepTold = () =>
    told.keep({ epoch, seq: cached.head, hash: tables.log.hashOf(cached.head) ?? "", mail: lastMail });
  keepTold();
  const commit = writing.through(
    createCommit({
      ...{ db, tables, cached, now: options.now, check: place.check, mended: damages.mended },
      rebuilt: startCheck.again,
    }),
  );
  const prune = createPrune(db, tables);
  const { outbox } = tables;
  const state = (name: string) => createState(name, () => cached.sources.get(name), tables.items);
  const guard =
    <A extends unknown[], T>(work: (...values: A) => T) =>
    (...values: A) =>
      guarded(path, () => work(...values));
  return {
    path,
    log: logReader(tables, epoch, () => cached.head),
    outbox: {
      of(output) {
        const own = outbox.of(output);
        return {
          due: guard(own.due),
          dueTo: guard(own.dueTo),
          nextDue: guard(own.nextDue),
          keepBytes: writing.through(own.keepBytes),
          record: writing.through((outcomes) => {
            own.record(outcomes);
            lastMail = outcomes.findLast(({ outcome }) => outcome === "sent")?.id ?? lastMail;
            keepTold();
          }),
        };
      },
      remains: outbox.remains,
    },
    deliveries: createDeliveries(db),
    meta: { get: tables.meta.get, set: writing.through(tables.meta.set) },
    runs: {
      ...tables.runs,
      begin: writing.through(tables.runs.begin),
      seen: writing.through(tables.runs.seen),
    },
    state,
    ...holdReader(tables, cached, state),
    sources: () =>
      [...cached.sources]
        .map(([name, row]) => statusOf(name, row, holdFacts(cached, name), cached.publications.get(name)))
        .sort(byName),
    outage: (name) => {
      const row = cached.sources.get(name);
      return row ? outageOf(row) : null;
    },
    publication: (name) => cached.publications.get(name) ?? {},
    firedAt: tables.cooldowns.firedAt,
    recall: guard(tables.ruleMemories.recall),
    rememberedKeys: guard(tables.ruleMemories.keys),
    ruleMeanings: guard(tables.ruleMemories.meanings),
    dueMemories: guard(tables.ruleMemories.due),
    nextDueMemory: guard(tables.ruleMemories.nextDue),
    baselinedAnew: (name) => cached.sources.get(name)?.anew ?? undefined,
    damages,
    startCheck,
    commit(batch) {
      if (commit(batch) && batch.entries.length > 0) keepTold();
    },
    putBack: () => untoldPutBack(tables),
    failure: writing.failure,
    look: writing.look,
    prove() {
      prove(writing, tables.meta);
      keepTold();
    },
    prune: writing.through(prune),
    close() {
      told.close();
      db.close();
      lock.release();
    },
  };
}

function holdReader(
  { holds }: Tables,
  cached: Cached,
  state: (name: string) => SourceState,
): Pick<Store, "hold" | "heldState" | "heldDrafts"> {
  return {
    hold: (name) => holdFacts(cached, name),
    heldState: (name) => createHeldState(name, state(name), () => cached.holds.get(name), holds),
    heldDrafts: holds.drafts,
  };
}

function holdFacts({ holds }: Pick<Cached, "holds">, name: string): HoldFacts | null {
  const hold = holds.get(name);
  return hold === undefined ? null : factsOf(hold);
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

/** Creates the folder; two names of one file are to find one lock. */
function followed(path: string): string {
  const absolute = resolve(path);
  makeOwnerFolder(dirname(absolute));
  try {
    return realpathSync(absolute);
  } catch {
    return join(realpathSync(dirname(absolute)), basename(absolute));
  }
}

function byName(a: SourceStatus, b: SourceStatus): number {
  return a.name < b.name ? -1 : 1;
}
