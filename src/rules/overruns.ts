import { overrunsSoFar } from "./cel/compile-expression.ts";

/** How often each rule was stopped since it would have taken too long; only rules that were. */
export type Overruns = Map<string, number>;

/** Does some work of a rule, and counts in its name what was stopped meanwhile. */
export function countOverruns<T>(rule: string, overruns: Overruns, work: () => T): T {
  const before = overrunsSoFar();
  const done = work();
  const over = overrunsSoFar() - before;
  if (over > 0) overruns.set(rule, (overruns.get(rule) ?? 0) + over);
  return done;
}
