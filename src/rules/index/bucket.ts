/** The rules whose equalities hold alike. */
import { askLadder, createLadder, type Ladder } from "./ladder.ts";
import { askCandidate, type Candidate, type Search } from "./search.ts";

export interface Bucket {
  /** Undefined: there is none. */
  readonly ladders: readonly Ladder[] | undefined;
  /** Those outside the ladders. */
  readonly free: readonly Candidate[];
}

/** So few thresholds are sooner asked one by one. */
const fewest = 4;

export function createBucket(candidates: readonly Candidate[]): Bucket {
  const byBound = new Map<string, Candidate[]>();
  for (const candidate of candidates) listAt(byBound, boundOf(candidate)).push(candidate);
  const free = byBound.get("") ?? [];
  byBound.delete("");
  const ladders: Ladder[] = [];
  for (const group of byBound.values()) {
    if (group.length < fewest) free.push(...group);
    else ladders.push(createLadder(group));
  }
  return { ladders: ladders.length === 0 ? undefined : ladders, free };
}

function boundOf({ threshold }: Candidate): string {
  return threshold === undefined ? "" : `${threshold.path.name} ${threshold.path.type} ${threshold.bound}`;
}

export function askBucket({ ladders, free }: Bucket, search: Search): void {
  if (ladders !== undefined) for (const ladder of ladders) askLadder(ladder, search);
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
