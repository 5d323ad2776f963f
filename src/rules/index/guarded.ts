/** Many rules that compare one thing with values of their own: it is computed once, then compared. */
import { mayHaveAny } from "../cel/keyword-lists.ts";
import type { Plain } from "../closures/field-path.ts";
import type { Reading } from "../closures/reading.ts";
import type { Guard } from "./guards.ts";
import { hasWords, type Limit, type Relation } from "./relations.ts";
import { askRest, type Candidate, type Search } from "./search.ts";

/** The candidates whose guards have the same reading and the same relation. */
export interface Guarded {
  readonly reading: Reading;
  readonly relation: Relation;
  /** In the order of their limits, where these have one. */
  readonly members: readonly Member[];
  /** Where they have none: who held for texts that came before. Names come again and again. */
  readonly held: Map<string, readonly Member[]>;
  /** Where they search for words: false of a text that has none of any. */
  readonly mayHold: ((text: string) => boolean) | undefined;
}

export interface Member {
  readonly limit: Limit;
  readonly candidate: Candidate;
}

export function createGuarded({ reading, relation }: Guard, members: readonly Member[]): Guarded {
  const inOrder = relation.kind === "limit" ? [...members].sort(byLimit) : members;
  const lists = relation === hasWords ? members.map(({ limit }) => limit as readonly string[]) : [];
  return { reading, relation, members: inOrder, held: new Map(), mayHold: mayHaveAny(lists) };
}

const nobody: readonly Member[] = [];

function byLimit({ limit: one }: Member, { limit: other }: Member): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Adds the candidates whose guard and the rest hold. */
export function askGuarded(guarded: Guarded, search: Search): void {
  const { reading, relation } = guarded;
  const value = reading.raw(search.event);
  if (typeof value !== reading.type) return;
  if (relation.kind === "limit" || relation.kind === "truth") askEnds(guarded, value as Plain, search);
  else for (const { candidate } of holding(guarded, value as Plain, search)) askRest(candidate, search);
}

/** Those that hold stand at one end; at which, the event decides: the double of a loss is less than the loss. */
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
/** Where more hold, to look at each again takes little beside asking them. */
const mostHolding = 200;

function holding(
  { relation, members, held, mayHold }: Guarded,
  value: Plain,
  { event }: Search,
): readonly Member[] {
  const before = typeof value === "string" ? held.get(value) : undefined;
  if (before !== undefined) return before;
  if (mayHold !== undefined && !mayHold(value as string)) return nobody;
  const fresh = members.filter(({ limit }) => relation.holds(value, limit, event));
  if (typeof value === "string" && value.length <= longestText && fresh.length <= mostHolding) {
    if (held.size >= mostTexts) held.clear();
    held.set(value, fresh);
  }
  return fresh;
}
