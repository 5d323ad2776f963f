/** The rules whose equalities hold alike. */
import type { Event } from "../../model/event.ts";
import { createLadder, type Ladder } from "./ladder.ts";
import type { Candidate, Plan } from "./plan-rule.ts";

export interface Bucket {
  readonly ladders: readonly Ladder[];
  /** Those without a threshold. */
  readonly free: readonly Candidate[];
}

export function createBucket(plans: readonly Plan[]): Bucket {
  const byBound = new Map<string, Plan[]>();
  const free: Candidate[] = [];
  for (const plan of plans) {
    const { threshold, candidate } = plan;
    if (threshold === undefined) free.push(candidate);
    else {
      const { path, bound } = threshold;
      listAt(byBound, `${path.name} ${path.type} ${bound}`).push(plan);
    }
  }
  const ladders = [...byBound.values()].flatMap((group) => {
    const [first] = group;
    return first?.threshold === undefined ? [] : [createLadder(first.threshold, group)];
  });
  return { ladders, free };
}

/** Asks the candidates whose threshold holds, or that have none. */
export function askBucket(
  { ladders, free }: Bucket,
  event: Event,
  ask: (candidate: Candidate) => void,
): void {
  for (const ladder of ladders) ladder(event, ask);
  for (const candidate of free) ask(candidate);
}

/** The list at a key, a new one where there is none. */
export function listAt<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const fresh: V[] = [];
  lists.set(key, fresh);
  return fresh;
}
