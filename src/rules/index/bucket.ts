/** The rules whose equalities hold alike. */
import type { Reading } from "../closures/reading.ts";
import { askGuarded, createGuarded, type Guarded, type Member } from "./guarded.ts";
import type { Guard } from "./guards.ts";
import type { Relation } from "./relations.ts";
import { askCandidate, type Candidate, type Search } from "./search.ts";

export type Bucket = Candidate | Several;

interface Several {
  /** Undefined: there is none. */
  readonly guarded: readonly Guarded[] | undefined;
  /** The others. */
  readonly free: readonly Candidate[];
}

/** So few are sooner asked one by one. */
const fewest = 4;

export function createBucket(candidates: readonly Candidate[]): Bucket {
  const [only, second] = candidates;
  // Of thousands of rules most are alone, and what is not there takes neither memory nor time.
  if (only !== undefined && second === undefined) return only;
  const free: Candidate[] = [];
  const groups = new Map<Reading, Map<Relation, Group>>();
  for (const candidate of candidates) {
    const { guard } = candidate;
    if (guard === undefined) free.push(candidate);
    else groupOf(groups, guard).members.push({ limit: guard.limit, candidate });
  }
  const guarded: Guarded[] = [];
  for (const byRelation of groups.values()) {
    for (const { guard, members } of byRelation.values()) {
      if (members.length < fewest) free.push(...members.map(({ candidate }) => candidate));
      else guarded.push(createGuarded(guard, members));
    }
  }
  return { guarded: guarded.length === 0 ? undefined : guarded, free };
}

interface Group {
  /** Of its first member. */
  readonly guard: Guard;
  readonly members: Member[];
}

function groupOf(groups: Map<Reading, Map<Relation, Group>>, guard: Guard): Group {
  const byRelation = groups.get(guard.reading) ?? new Map<Relation, Group>();
  groups.set(guard.reading, byRelation);
  const group = byRelation.get(guard.relation) ?? { guard, members: [] };
  byRelation.set(guard.relation, group);
  return group;
}

export function askBucket(bucket: Bucket, search: Search): void {
  if ("rule" in bucket) askCandidate(bucket, search);
  else {
    if (bucket.guarded !== undefined) for (const group of bucket.guarded) askGuarded(group, search);
    for (const candidate of bucket.free) askCandidate(candidate, search);
  }
}

/** The list at a key, a new one where there is none. */
export function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const fresh: V[] = [];
  lists.set(key, fresh);
  return fresh;
}
