/** Tells that a rule met a limit: it remembers as much as it may, once a day on the log, or it took too long. */
import type { Clock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { RuleLimit } from "../model/news-items.ts";
import { memoryLimits, type ReachedLimit, type RuleSet } from "../model/rule.ts";
import type { Change } from "../pipeline/change.ts";
import type { Metrics } from "./metrics.ts";

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

/**
 * Tells of rules that were stopped since they would have taken too long: each once in the log, every time in the
 * metrics. The answer tells those since its last call; to be called after events were evaluated.
 */
export function createOverrunNews(
  rules: () => RuleSet,
  { log, metrics }: { log: Log; metrics: Pick<Metrics, "overran"> },
): () => void {
  let looked: RuleSet | undefined;
  let told = new Map<string, number>();
  return () => {
    const now = rules();
    // Rules that were edited begin anew.
    if (now !== looked) told = new Map();
    looked = now;
    for (const [rule, times] of now.overruns ?? []) {
      const before = told.get(rule) ?? 0;
      if (times === before) continue;
      told.set(rule, times);
      metrics.overran(rule, times - before);
      if (before === 0)
        log.warn({ rule }, "the rule takes too long for an event and was stopped: it does not match");
    }
  };
}
