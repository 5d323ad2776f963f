/** The rules whose equalities hold alike. */
import type { Reading } from "../closures/reading.ts";
import { askGuarded, createGuarded, type Guarded } from "./guarded.ts";
import { askCandidate, type Candidate, type Search } from "./search.ts";

export interface Bucket {
  /** Undefined: there is none. */
  readonly guarded: readonly Guarded[] | undefined;
  /** The others. */
  readonly free: readonly Candidate[];
}

/** So few are sooner asked one by one. */
const fewest = 4;

export function createBucket(candidates: readonly Candidate[]): Bucket {
  const free: Candidate[] = [];
  const byReading = new Map<Reading, Map<string, Candidate[]>>();
  for (const candidate of candidates) {
    const { guard } = candidate;
    if (guard === undefined) free.push(candidate);
    else {
      const byRelation = byReading.get(guard.reading) ?? new Map<string, Candidate[]>();
      byReading.set(guard.reading, byRelation);
      listAt(byRelation, guard.relation).push(candidate);
    }
  }
  const guarded: Guarded[] = [];
  for (const group of [...byReading.values()].flatMap((byRelation) => [...byRelation.values()])) {
    if (group.length < fewest) free.push(...group);
    else guarded.push(createGuarded(group));
  }
  return { guarded: guarded.length === 0 ? undefined : guarded, free };
}

export function askBucket({ guarded, free }: Bucket, search: Search): void {
  if (guarded !== undefined) for (const group of guarded) askGuarded(group, search);
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
