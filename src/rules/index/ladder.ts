import type { Threshold } from "./conjuncts.ts";
import { askRest, type Candidate, type Search } from "./search.ts";

/** Many thresholds on one field, in the order of their limits: as soon as one fails, so do all behind it. */
export type Ladder = readonly Rung[];

interface Rung {
  readonly threshold: Threshold;
  readonly candidate: Candidate;
}

/** Of candidates whose thresholds have the same field and the same bound. */
export function createLadder(candidates: readonly Candidate[]): Ladder {
  return candidates
    .flatMap((candidate) => {
      const { threshold } = candidate;
      return threshold === undefined ? [] : [{ threshold, candidate }];
    })
    .sort(({ threshold: { limit: one, bound } }, { threshold: { limit: other } }) => {
      if (one === other) return 0;
      return one < other === (bound === "<" || bound === "<=") ? 1 : -1;
    });
}

/** Adds the candidates whose threshold and the rest hold. */
export function askLadder(ladder: Ladder, search: Search): void {
  const path = ladder[0]?.threshold.path;
  const value = path?.raw(search.event);
  if ((typeof value !== "string" && typeof value !== "number") || typeof value !== path?.type) return;
  for (const { threshold, candidate } of ladder) {
    if (!threshold.holds(value, threshold.limit)) return;
    askRest(candidate, search);
  }
}
