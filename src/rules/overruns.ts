import { overrunsSoFar } from "./cel/compile-expression.ts";

export interface Overruns {
  /** How often each rule was stopped since it would have taken too long; only rules that were. */
  readonly counts: Map<string, number>;
  /** Those that were stopped since somebody emptied it. */
  readonly stopped: Set<string>;
}

/** Does some work of a rule, and counts in its name what was stopped meanwhile. */
export function countOverruns<T>(rule: string, overruns: Overruns, work: () => T): T {
  const before = overrunsSoFar();
  const done = work();
  const over = overrunsSoFar() - before;
  if (over > 0) {
    overruns.counts.set(rule, (overruns.counts.get(rule) ?? 0) + over);
    overruns.stopped.add(rule);
  }
  return done;
}
