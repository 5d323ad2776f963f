/** Many rules that compare one thing with values of their own: it is computed once, then compared. */
import { mayHaveAny } from "../cel/keyword-lists.ts";
import type { Plain } from "../closures/field-path.ts";
import { type Guard, isOfWords, isOrdered } from "./guards.ts";
import { askRest, type Candidate, type Search } from "./search.ts";

export interface Guarded {
  readonly members: readonly Member[];
  /** Members are in the order of their limits, the strictest last: as soon as one fails, so do all behind it. */
  readonly ordered: boolean;
  /** Where they are not: who held for texts that came before. Names come again and again. */
  readonly held: Map<string, readonly Member[]>;
  /** Where they search for words: false of a text that has none of any. */
  readonly mayHold: ((text: string) => boolean) | undefined;
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
  const mayHold = mayHaveAny(members.flatMap(({ guard }) => (isOfWords(guard) ? [guard.limit] : [])));
  return { ordered, members: ordered ? members.sort(strictestLast) : members, held: new Map(), mayHold };
}

const nobody: readonly Member[] = [];

function strictestLast(
  { guard: { limit: one, relation } }: Member,
  { guard: { limit: other } }: Member,
): number {
  if (one === other) return 0;
  return one < other === relation.startsWith("<") ? 1 : -1;
}

/** Adds the candidates whose guard and the rest hold. */
export function askGuarded(guarded: Guarded, search: Search): void {
  const { members, ordered } = guarded;
  const reading = members[0]?.guard.reading;
  const value = reading?.raw(search.event);
  if (reading === undefined || typeof value !== reading.type) return;
  if (ordered) {
    for (const { guard, candidate } of members) {
      if (!guard.holds(value as Plain, guard.limit)) return;
      askRest(candidate, search);
    }
  } else for (const { candidate } of holding(guarded, value as Plain)) askRest(candidate, search);
}

const mostTexts = 500;
const longestText = 100;

function holding({ members, held, mayHold }: Guarded, value: Plain): readonly Member[] {
  const before = typeof value === "string" ? held.get(value) : undefined;
  if (before !== undefined) return before;
  if (mayHold !== undefined && !mayHold(value as string)) return nobody;
  const fresh = members.filter(({ guard }) => guard.holds(value, guard.limit));
  if (typeof value === "string" && value.length <= longestText) {
    if (held.size >= mostTexts) held.clear();
    held.set(value, fresh);
  }
  return fresh;
}
