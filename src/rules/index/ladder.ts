/** Many thresholds on one field, in the order of their limits: as soon as one fails, so do all behind it. */
import type { Event } from "../../model/event.ts";
import type { Threshold } from "./conjuncts.ts";
import type { Candidate, Plan } from "./plan-rule.ts";

/** Asks the candidates whose threshold holds. */
export type Ladder = (event: Event, ask: (candidate: Candidate) => void) => void;

type Limit = Threshold["limit"];

/** Of plans whose thresholds have this field and this bound. */
export function createLadder({ path, bound }: Threshold, plans: readonly Plan[]): Ladder {
  const isUpper = bound === "<" || bound === "<=";
  const rungs = plans
    .flatMap(({ threshold, candidate }) => (threshold ? [{ limit: threshold.limit, candidate }] : []))
    .sort((a, b) => {
      if (a.limit === b.limit) return 0;
      return a.limit < b.limit === isUpper ? 1 : -1;
    });
  const holds = compare[bound];
  return (event, ask) => {
    const value = path.raw(event) as Limit;
    if (typeof value !== path.type) return;
    for (const { limit, candidate } of rungs) {
      if (!holds(value, limit)) return;
      ask(candidate);
    }
  };
}

const compare: Readonly<Record<Threshold["bound"], (value: Limit, limit: Limit) => boolean>> = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
};
