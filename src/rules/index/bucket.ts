/** The rules whose equalities hold alike. */
import { createLadder, type Ladder, thresholdTest } from "./ladder.ts";
import type { Plan } from "./plan-rule.ts";
import { askCandidate, type Candidate, type Search } from "./search.ts";

export interface Bucket {
  readonly ladders: readonly Ladder[];
  /** Those outside the ladders. */
  readonly free: readonly Candidate[];
}

/** So few thresholds are sooner asked one by one. */
const fewest = 4;

export function createBucket(plans: readonly Plan[]): Bucket {
  const byBound = new Map<string, Plan[]>();
  for (const plan of plans) listAt(byBound, boundOf(plan)).push(plan);
  const ladders: Ladder[] = [];
  const free: Candidate[] = [];
  for (const [bound, group] of byBound) {
    const threshold = group[0]?.threshold;
    if (bound === "" || threshold === undefined || group.length < fewest) free.push(...group.map(asFree));
    else ladders.push(createLadder(threshold, group));
  }
  return { ladders, free };
}

function boundOf({ threshold }: Plan): string {
  return threshold === undefined ? "" : `${threshold.path.name} ${threshold.path.type} ${threshold.bound}`;
}

function asFree({ threshold, candidate }: Plan): Candidate {
  if (threshold === undefined) return candidate;
  return { ...candidate, tests: [thresholdTest(threshold), ...candidate.tests] };
}

export function askBucket({ ladders, free }: Bucket, search: Search): void {
  for (const ladder of ladders) ladder(search);
  for (const candidate of free) askCandidate(candidate, search);
}

/** The list at a key, a new one where there is none. */
export function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const fresh: V[] = [];
  lists.set(key, fresh);
  return fresh;
}
