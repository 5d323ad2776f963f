/** Many thresholds on one field, in the order of their limits: as soon as one fails, so do all behind it. */
import type { Closure } from "../closures/field-path.ts";
import type { Threshold } from "./conjuncts.ts";
import type { Plan } from "./plan-rule.ts";
import { askCandidate, type Candidate, type Search } from "./search.ts";

/** Asks the candidates whose threshold holds. */
export type Ladder = (search: Search) => void;

type Limit = Threshold["limit"];

/** Of plans whose thresholds have this field and this bound. */
export function createLadder({ path, bound }: Threshold, plans: readonly Plan[]): Ladder {
  const rungs = plans.flatMap(rung).sort(strictestLast(bound === "<" || bound === "<="));
  const holds = compare[bound];
  return (search) => {
    const value = path.raw(search.event) as Limit;
    if (typeof value !== path.type) return;
    for (const { limit, candidate } of rungs) {
      if (!holds(value, limit)) return;
      askCandidate(candidate, search);
    }
  };
}

interface Rung {
  readonly limit: Limit;
  readonly candidate: Candidate;
}

function rung({ threshold, candidate }: Plan): Rung[] {
  return threshold === undefined ? [] : [{ limit: threshold.limit, candidate }];
}

function strictestLast(isUpper: boolean): (one: Rung, other: Rung) => number {
  return (one, other) => {
    if (one.limit === other.limit) return 0;
    return one.limit < other.limit === isUpper ? 1 : -1;
  };
}

const compare: Readonly<Record<Threshold["bound"], (value: Limit, limit: Limit) => boolean>> = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
};

/** One threshold by itself. */
export function thresholdTest({ path: { raw, type }, bound, limit }: Threshold): Closure {
  const holds = compare[bound];
  return (event) => {
    const value = raw(event) as Limit;
    return typeof value === type && holds(value, limit);
  };
}
