/**
 * Retention: deletes everything older than the limit, and blanks persons in entries that stay, a small batch a call, so
 * that nothing waits long behind it. The batch is one for all tables, since it is the whole of a call that others wait for.
 */
import type { Event, LogEntry } from "../model/event.ts";
import type { StandingChange, StandingItem } from "../model/standing.ts";
import type { Database } from "./database.ts";
import type { SilentPlace } from "./tables/silent-changes.ts";
import type { Tables } from "./tables/tables.ts";

/** What is too old, in ms since 1970. */
export interface PruneLimits {
  /** What is older goes. */
  readonly before: number;
  /** Limit for cooldowns, if the longest cooldown is longer than the retention; default `before`. */
  readonly cooldownsBefore?: number;
  /** Persons are blanked in entries that are older; left out: nothing is blanked. */
  readonly blankBefore?: number | undefined;
  /**
   * Most rows of all tables together that one call deletes, a page of a long one counted like a row; a fold reads,
   * writes and settles as many at most. By default 200.
   */
  readonly batch?: number;
}

/** What the kinds of events that the settings have say of what is too old. */
export interface Aging {
  /** Folds what an event that leaves the log made of what stands; left out: nothing is folded. */
  readonly fold?: Fold | undefined;
  /** What an event is without persons; undefined: it names none. Entries come in the order of the log, each once. */
  readonly blank?: ((entry: LogEntry) => Event | undefined) | undefined;
}

/**
 * What an event made of what stands; undefined: nothing.
 * @param stood gives the item that stood before it
 */
type Fold = (
  event: Event,
  stood: (source: string, key: string) => StandingItem | undefined,
) => StandingChange | undefined;

export interface Pruned {
  readonly entries: number;
  readonly blanked: number;
  readonly mails: number;
  readonly cooldowns: number;
  readonly suppressions: number;
  readonly withheld: number;
  readonly notices: number;
  readonly alertStates: number;
  readonly consumers: number;
  /** Whether another call would find more. */
  readonly more: boolean;
}

/** Takes a millisecond or two, and less than twenty where the write-ahead log goes into the file. */
const usualBatch = 200;

/** A batch to prune, with what the batches before it left half done. */
export type PruneWrite = PruneLimits & { readonly folding?: Folding | undefined };

/** A batch that was pruned, with what it left half done for the next one. */
export interface PrunedBatch {
  readonly pruned: Pruned;
  readonly folding?: Folding | undefined;
}

/**
 * Log entries go from the oldest on and the last one never goes, so that what is left has no hole and numbering
 * goes on. Mails go once they were sent or given up, suppressions with the entry that caused them, notices with their
 * alert. One transaction.
 */
export function createPrune(
  db: Database,
  tables: Tables,
  aging: () => Aging,
): (write: PruneWrite) => PrunedBatch {
  const prune = db.transaction((write: PruneWrite): PrunedBatch => {
    const { before, cooldownsBefore = before, blankBefore, batch = usualBatch } = write;
    const { fold, blank } = aging();
    let left = batch;
    const dropped = (rows: number): number => {
      left = Math.max(0, left - rows);
      return rows;
    };
    // First, with the whole batch: one mail may be a large part of it.
    const { mails, rows } = tables.outbox.dropBefore(before, left);
    dropped(rows);
    const cut = cutLog(tables, write.folding, { before, fold, batch: left });
    const entries = dropped(tables.log.dropTo(cut.upTo));
    const oldest = tables.log.oldest() ?? 0;
    const cooldowns = dropped(tables.cooldowns.dropBefore(cooldownsBefore, left));
    const suppressions = dropped(tables.suppressions.dropBefore(oldest, left));
    const withheld = dropped(tables.withheld.dropBefore(before, left));
    const notices = dropped(tables.notices.dropBefore(oldest, left));
    const alertStates = dropped(tables.alertStates.dropBefore(before, left));
    const consumers = dropped(tables.consumers.dropBefore(before, left));
    dropped(tables.notices.dropRoundsBefore(before, left));
    dropped(tables.sightings.dropBefore(oldest, left));
    const { looked, blanked } =
      blankBefore !== undefined && blank ? blankLog(tables, blankBefore, blank, left) : nothingBlanked;
    dropped(looked);
    // Last, since a file has runs of its own: what goes of the rest is the same in every copy.
    dropped(tables.runs.dropBefore(before, left));
    const counts = {
      entries,
      blanked,
      mails,
      cooldowns,
      suppressions,
      withheld,
      notices,
      alertStates,
      consumers,
    };
    return { pruned: { ...counts, more: left === 0 || cut.folding !== undefined }, folding: cut.folding };
  });
  return (write) => {
    // What stood in the place of what is blanked is overwritten in the file, too.
    db.pragma(`secure_delete = ${write.blankBefore === undefined ? "OFF" : "ON"}`);
    return prune.immediate(write);
  };
}

/** Entries that are folded already, while what changed silently among them is still being settled. */
interface Folding {
  readonly upTo: number;
  readonly settled: SilentPlace;
}

/** The entries that may go now: up to one, and none while what stood at the log's new beginning is not settled. */
function cutLog(
  { log, silent }: Tables,
  folding: Folding | undefined,
  { before, fold, batch }: Pick<Aging, "fold"> & { readonly before: number; readonly batch: number },
): { readonly upTo: number; readonly folding?: Folding } {
  if (batch === 0) return { upTo: 0, ...(folding && { folding }) };
  const from = (log.oldest() ?? 1) - 1;
  const old = Math.min(log.olderThan(new Date(before).toISOString(), batch), log.head() - 1);
  const upTo = folding?.upTo ?? old;
  if (fold === undefined || upTo <= from) return { upTo: old };
  if (folding === undefined) {
    for (const { seq, json } of log.read(from, batch)) {
      if (seq > upTo) break;
      const change = fold(JSON.parse(json), (source, key) => silent.stood(source, key, seq));
      if (change !== undefined) silent.takeIn(seq, change);
    }
  }
  const settled = silent.settle(folding?.settled ?? { seq: from, id: Number.MAX_SAFE_INTEGER }, upTo, batch);
  return settled === undefined ? { upTo } : { upTo: 0, folding: { upTo, settled } };
}

const nothingBlanked = { looked: 0, blanked: 0 };

/** Key of the last entry that was looked at, so that none is looked at twice. */
const blankedToKey = "log.blanked-to";

/** Looks at no more than so many entries, and answers how many these were and in how many something was blanked. */
function blankLog({ log, meta }: Tables, before: number, of: NonNullable<Aging["blank"]>, batch: number) {
  const limit = new Date(before).toISOString();
  const from = Math.max(Number(meta.get(blankedToKey) ?? 0), (log.oldest() ?? 1) - 1);
  let [place, blanked] = [from, 0];
  for (const { seq, json } of batch === 0 ? [] : log.read(from, batch)) {
    const event: Event = JSON.parse(json);
    if (event.time >= limit) break;
    const left = of({ seq, event });
    if (left !== undefined) {
      log.blank(seq, JSON.stringify(left));
      blanked += 1;
    }
    place = seq;
  }
  if (place > from) meta.set(blankedToKey, String(place));
  return { looked: place - from, blanked };
}
