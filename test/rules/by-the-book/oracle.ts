/**
 * The alerts that docs/rules.md promises for a case: slow, plain, and written from that page alone. Time goes from
 * one moment at which something may change to the next; whatever holds is worked out anew from all that came.
 */
import type { Case, Outcome } from "./case.ts";
import { KeyLife } from "./key-life.ts";
import { keyOf } from "./rule-parts.ts";

/** What comes of a case, each with its moment, in the order in which it is told. */
export function promised(givenCase: Case): Outcome[] {
  const keys = new Map<string, KeyLife>();
  const outcomes: Outcome[] = [];
  let order = 0;
  let seen = Number.NEGATIVE_INFINITY;
  const pass = (to: number) => {
    if (to === seen) return;
    const told = [...keys.values()].flatMap((life) => life.pass(to));
    outcomes.push(
      ...told
        .sort((a, b) => a.moment - b.moment || (a.key < b.key ? -1 : 1))
        .map((outcome) => ({ ...outcome, after: seen })),
    );
    seen = to;
  };
  for (const happening of givenCase.happenings) {
    pass(happening.seen);
    if (!givenCase.rule.on.includes(happening.kind)) continue;
    const key = keyOf(givenCase.rule, happening);
    const life = keys.get(key) ?? new KeyLife(givenCase, key);
    keys.set(key, life);
    outcomes.push(...life.take(happening, order++));
  }
  pass(givenCase.end);
  return outcomes;
}
