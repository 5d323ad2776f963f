/** Retention: deletes everything older than the limit, a small batch a call, so that nothing waits long behind it. */
import type { Database } from "./database.ts";
import type { Tables } from "./tables/tables.ts";

export interface PruneOptions {
  /** ms since 1970; what is older goes. */
  readonly before: number;
  /** Limit for cooldowns, if the longest cooldown is longer than the retention; default `before`. */
  readonly cooldownsBefore?: number;
  /** Most rows of each table in one call; default 1,000. */
  readonly batch?: number;
}

export interface Pruned {
  readonly entries: number;
  readonly mails: number;
  readonly cooldowns: number;
  readonly suppressions: number;
  readonly withheld: number;
  /** Whether another call would find more. */
  readonly more: boolean;
}

/**
 * Log entries go from the oldest on and the last one never goes, so that what is left has no hole and numbering
 * goes on. Mails go once they were sent or given up, suppressions with the entry that caused them. One transaction.
 */
export function createPrune(db: Database, tables: Tables): (options: PruneOptions) => Pruned {
  const prune = db.transaction(({ before, cooldownsBefore = before, batch = 1000 }: PruneOptions): Pruned => {
    const last = tables.log.olderThan(new Date(before).toISOString(), batch);
    const entries = tables.log.dropTo(Math.min(last, tables.log.head() - 1));
    const mails = tables.outbox.dropBefore(before, batch);
    const cooldowns = tables.cooldowns.dropBefore(cooldownsBefore, batch);
    const suppressions = tables.suppressions.dropBefore(tables.log.oldest() ?? 0, batch);
    const withheld = tables.withheld.dropBefore(before, batch);
    tables.runs.dropBefore(before, batch);
    const dropped = { entries, mails, cooldowns, suppressions, withheld };
    return { ...dropped, more: Object.values(dropped).some((count) => count >= batch) };
  });
  return (options) => prune.immediate(options);
}
