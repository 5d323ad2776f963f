/** Many rules that compare one thing with values of their own: it is computed once, then compared. */
import type { Plain } from "../closures/field-path.ts";
import { type Guard, isOrdered } from "./guards.ts";
import { askRest, type Candidate, type Search } from "./search.ts";

export interface Guarded {
  /** In the order of their limits, the strictest last: as soon as one fails, so do all behind it. */
  readonly ordered: boolean;
  readonly members: readonly Member[];
}

interface Member {
  readonly guard: Guard;
  readonly candidate: Candidate;
}

/** Of candidates whose guards have the same reading and the same relation. */
export function createGuarded(candidates: readonly Candidate[]): Guarded {
  const members = candidates.flatMap((candidate): Member[] => {
    const { guard } = candidate;
    return guard === undefined ? [] : [{ guard, candidate }];
  });
  const ordered = members.every(({ guard }) => isOrdered(guard));
  return { ordered, members: ordered ? members.sort(strictestLast) : members };
}

function strictestLast(
  { guard: { limit: one, relation } }: Member,
  { guard: { limit: other } }: Member,
): number {
  if (one === other) return 0;
  return one < other === relation.startsWith("<") ? 1 : -1;
}

/** Adds the candidates whose guard and the rest hold. */
export function askGuarded({ ordered, members }: Guarded, search: Search): void {
  const reading = members[0]?.guard.reading;
  const value = reading?.raw(search.event);
  if (reading === undefined || typeof value !== reading.type) return;
  for (const { guard, candidate } of members) {
    if (guard.holds(value as Plain, guard.limit)) askRest(candidate, search);
    else if (ordered) return;
  }
}
