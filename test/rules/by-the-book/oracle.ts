/**
 * The alerts that docs/rules.md promises for a case: slow, plain, and written from that page alone. Time goes from
 * one moment at which something may change to the next; whatever holds is worked out anew from all that came.
 */
import type { Case, Outcome } from "./case.ts";
import { KeyLife } from "./key-life.ts";
import { keyOf, timeOf } from "./rule-parts.ts";

export interface Promised {
  /** In the order in which it is told. */
  readonly outcomes: readonly Outcome[];
  /** Whether docs/rules.md says nothing of something that came to pass. */
  readonly isLeftOpen: boolean;
}

export function promised(givenCase: Case): Promised {
  const { rule, happenings, end } = givenCase;
  const keys = new Map<string, KeyLife>();
  const outcomes: Outcome[] = [];
  let seen = Number.NEGATIVE_INFINITY;
  const pass = (to: number) => {
    const told = [...keys.values()].flatMap((life) => life.pass(to));
    return told.sort((a, b) => a.moment - b.moment || (a.key < b.key ? -1 : 1));
  };
  for (const [order, happening] of happenings.entries()) {
    const moment = happening.seen;
    if (moment > seen) outcomes.push(...pass(moment).map((outcome) => ({ ...outcome, after: seen })));
    seen = moment;
    // What comes late is judged as in time: what was due before it is told first.
    const { ms, byDay } = timeOf(rule, happening);
    outcomes.push(...pass(byDay ? moment : ms).map((outcome) => ({ ...outcome, moment, timed: false })));
    if (!rule.on.includes(happening.kind)) continue;
    const key = keyOf(rule, happening);
    const life = keys.get(key) ?? new KeyLife(givenCase, key);
    keys.set(key, life);
    outcomes.push(...life.take(happening, order));
  }
  outcomes.push(...pass(end).map((outcome) => ({ ...outcome, after: seen })));
  return { outcomes, isLeftOpen: [...keys.values()].some(({ isLeftOpen }) => isLeftOpen) };
}
