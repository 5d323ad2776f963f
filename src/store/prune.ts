/** Retention: deletes everything older than the limit, a small batch a call, so that nothing waits long behind it. */
import type { Event } from "../model/event.ts";
import type { StandingChange, StandingItem } from "../model/standing.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables/tables.ts";

export interface PruneOptions {
  /** ms since 1970; what is older goes. */
  readonly before: number;
  /** Limit for cooldowns, if the longest cooldown is longer than the retention; default `before`. */
  readonly cooldownsBefore?: number;
  /** Folds what an event that leaves the log made of what stands; left out: nothing is folded. */
  readonly fold?: Fold | undefined;
  /** Most rows of each table in one call; default 1,000. */
  readonly batch?: number;
}

/**
 * What an event made of what stands; undefined: nothing.
 * @param stood gives the item that stood before it
 */
type Fold = (
  event: Event,
  stood: (source: string, key: string) => StandingItem | undefined,
) => StandingChange | undefined;

/** Folds the entries up to one, which are at most so many, into what stood at the log's beginning. */
function foldInto({ log, silent }: Tables, upTo: number, most: number, fold: Fold | undefined): void {
  const from = (log.oldest() ?? 1) - 1;
  if (fold === undefined || upTo <= from) return;
  for (const { seq, json } of log.read(from, most)) {
    if (seq > upTo) break;
    const change = fold(JSON.parse(json), (source, key) => silent.stood(source, key, seq));
    if (change !== undefined) silent.takeIn(seq, change);
  }
  silent.settle(from, upTo);
}

export interface Pruned {
  readonly entries: number;
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

/**
 * Log entries go from the oldest on and the last one never goes, so that what is left has no hole and numbering
 * goes on. Mails go once they were sent or given up, suppressions with the entry that caused them, notices with their
 * alert. One transaction.
 */
export function createPrune(db: Database, tables: Tables): (options: PruneOptions) => Pruned {
  const prune = db.transaction((options: PruneOptions): Pruned => {
    const { before, cooldownsBefore = before, batch = 1000, fold } = options;
    const last = tables.log.olderThan(new Date(before).toISOString(), batch);
    const upTo = Math.min(last, tables.log.head() - 1);
    foldInto(tables, upTo, batch, fold);
    const entries = tables.log.dropTo(upTo);
    const mails = tables.outbox.dropBefore(before, batch);
    const cooldowns = tables.cooldowns.dropBefore(cooldownsBefore, batch);
    const suppressions = tables.suppressions.dropBefore(tables.log.oldest() ?? 0, batch);
    const withheld = tables.withheld.dropBefore(before, batch);
    const notices = tables.notices.dropBefore(tables.log.oldest() ?? 0, batch);
    const alertStates = tables.alertStates.dropBefore(before, batch);
    const consumers = tables.consumers.dropBefore(before, batch);
    tables.notices.dropRoundsBefore(before, batch);
    tables.runs.dropBefore(before, batch);
    const dropped = { entries, mails, cooldowns, suppressions, withheld, notices, alertStates, consumers };
    return { ...dropped, more: Object.values(dropped).some((count) => count >= batch) };
  });
  return (options) => prune.immediate(options);
}
