/** Tells on the log that a rule remembers as much as it may: once a day for each rule and limit. */
import type { Clock } from "../lib/clock.ts";
import { memoryLimits, type ReachedLimit } from "../model/memory-limits.ts";
import type { RuleLimit } from "../model/news-items.ts";
import type { Change } from "../pipeline/diff.ts";

export interface LimitNews {
  /** To be called with what a commit reached. */
  reached(limits: readonly ReachedLimit[]): void;
  stop(): void;
}

const againMs = 86_400_000;
const keyOf = ({ rule, limit }: ReachedLimit) => `rules.limited.${limit}.${rule}`;

/**
 * @param toldAt what a change's `meta` wrote under a key
 * @param tell gives a change to the pipeline; not called within `reached`
 */
export function createLimitNews(
  toldAt: (key: string) => string | undefined,
  clock: Clock,
  tell: (change: Change) => void,
): LimitNews {
  const pending = new Map<string, ReachedLimit>();
  let cancel: (() => void) | undefined;
  const flush = () => {
    cancel = undefined;
    const fresh = [...pending.values()];
    pending.clear();
    const meta = Object.fromEntries(fresh.map((one) => [keyOf(one), String(clock.now())]));
    tell({ drafts: fresh.map(draftOf), batch: { meta } });
  };
  return {
    reached(limits) {
      for (const one of limits) {
        const told = Number(toldAt(keyOf(one)) ?? Number.NEGATIVE_INFINITY);
        if (clock.now() - told >= againMs) pending.set(keyOf(one), one);
      }
      if (pending.size > 0) cancel ??= clock.after(0, flush);
    },
    stop: () => cancel?.(),
  };
}

function draftOf({ rule, limit }: ReachedLimit): Change["drafts"][number] {
  const most = memoryLimits[limit];
  const what = limit === "keys" ? "combinations of its `by`" : "events of one combination of its `by`";
  const message = `The rule remembers ${most} ${what}, and forgets the oldest for each new one.`;
  const now: RuleLimit = { rule, limit, most, message };
  return { type: "rules.limited", source: "/rules", subject: rule, data: { now } };
}
