/** The rules whose equalities hold alike. */

import type { Plain } from "../closures/plain-values.ts";
import type { Reading } from "../closures/reading.ts";
import type { Guard } from "./guards.ts";
import type { Limit, Relation } from "./relations.ts";
import { askCandidate, askRest, type Candidate, type Search } from "./search.ts";

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
  // Most of thousands of rules are alone in their bucket, which then takes neither memory nor time.
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
  /** Guard of its first member. */
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

/** The candidates whose guards have the same reading and the same relation: it is computed once, then compared. */
export interface Guarded {
  readonly reading: Reading;
  readonly relation: Relation;
  /** In the order of their limits, where these have one. */
  readonly members: readonly Member[];
  /** Cache of searches: who held for texts that came before. Names come again and again. */
  readonly held: Map<string, readonly Member[]>;
}

export interface Member {
  readonly limit: Limit;
  readonly candidate: Candidate;
}

export function createGuarded({ reading, relation }: Guard, members: readonly Member[]): Guarded {
  const inOrder = relation.kind === "limit" ? [...members].sort(byLimit) : members;
  return { reading, relation, members: inOrder, held: new Map() };
}

function byLimit({ limit: one }: Member, { limit: other }: Member): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Adds the candidates whose guard and the rest hold. */
export function askGuarded(guarded: Guarded, search: Search): void {
  const { reading, relation } = guarded;
  const value = reading.raw(search.event);
  if (typeof value !== reading.type) return;
  if (relation.kind === "limit") askEnds(guarded, value as Plain, search);
  else for (const { candidate } of holding(guarded, value as Plain, search)) askRest(candidate, search);
}

/** Asks from both ends: those that hold stand at one, which the event decides (the double of a loss is less than the loss). */
function askEnds(guarded: Guarded, value: Plain, search: Search): void {
  const last = guarded.members.length - 1;
  if (!askFrom(0, 1, guarded, value, search)) askFrom(last, -1, guarded, value, search);
}

/** From one end until one fails: all behind it fail, too. Answers whether any held. */
function askFrom(
  start: number,
  step: 1 | -1,
  { relation, members }: Guarded,
  value: Plain,
  search: Search,
): boolean {
  let at = start;
  for (let member = members[at]; member !== undefined; member = members[at]) {
    if (!relation.holds(value, member.limit, search.event)) break;
    askRest(member.candidate, search);
    at += step;
  }
  return at !== start;
}

const mostTexts = 500;
const longestText = 100;
/** Most that are cached: where more hold, a new look takes little beside asking them. */
const mostHolding = 200;

function holding({ relation, members, held }: Guarded, value: Plain, { event }: Search): readonly Member[] {
  const before = typeof value === "string" ? held.get(value) : undefined;
  if (before !== undefined) return before;
  const fresh = members.filter(({ limit }) => relation.holds(value, limit, event));
  if (typeof value === "string" && value.length <= longestText && fresh.length <= mostHolding) {
    if (held.size >= mostTexts) held.clear();
    held.set(value, fresh);
  }
  return fresh;
}
