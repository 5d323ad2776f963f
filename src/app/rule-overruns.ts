/** Tells of rules that were stopped since they would have taken too long: each once in the log, every time in the metrics. */
import type { Log } from "../lib/log.ts";
import type { RuleSet } from "../model/rule.ts";
import type { Metrics } from "./metrics.ts";

/** The answer looks for what is new since it looked last; to be called after events were judged. */
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
