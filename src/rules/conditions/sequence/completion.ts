/** Finds the entries that complete a sequence, with its steps in order or in any order. */
import type { StepEntry } from "./sequence.ts";

/** For each step, the beginning of the sequence that reached it and began last: that one has most of its time left. */
type Begun = (number | undefined)[];

/**
 * Beginnings by the list of entries, which was looked at to its end: a cache, no part of the state, and of a
 * list that was read from the store it is made anew. So a new event is all that has to be looked at.
 */
const known = new WeakMap<readonly StepEntry[], Begun>();

/**
 * Where the first sequence ends; none was complete before the newest of the entries was put in.
 * @param isNewest whether that is the last one
 */
export function endOfOrdered(
  entries: readonly StepEntry[],
  steps: number,
  isNewest: boolean,
): number | undefined {
  const before = isNewest ? known.get(entries) : undefined;
  const begun: Begun = before ?? [];
  known.set(entries, begun);
  // A sequence whose first entry is gone is over.
  const oldest = entries[0]?.[0] ?? 0;
  for (let step = 0; step < begun.length; step += 1)
    if ((begun[step] ?? oldest) < oldest) begun[step] = undefined;
  for (let place = before ? entries.length - 1 : 0; place < entries.length; place += 1) {
    const entry = entries[place];
    if (entry !== undefined) extend(begun, entry, steps);
    if (begun[steps - 1] === undefined) continue;
    known.delete(entries);
    return place;
  }
  return undefined;
}

/** The entry of each step of the sequence that has come furthest; of several, the last one. */
export function chainOf(entries: readonly StepEntry[], steps: number): readonly StepEntry[] {
  const chains: (readonly StepEntry[] | undefined)[] = [];
  for (const entry of entries) {
    if (entry[1] === 0) chains.length = 0;
    for (let step = steps - 1; step >= 0; step -= 1) {
      const before = step === 0 ? [] : chains[step - 1];
      if ((entry[1] & (1 << step)) === 0 || before === undefined) continue;
      const chain = [...before, entry];
      if ((chain[0]?.[0] ?? 0) >= (chains[step]?.[0]?.[0] ?? 0)) chains[step] = chain;
    }
  }
  return chains.findLast((chain) => chain !== undefined) ?? [];
}

/** From the last step on, so that an event is one step of a sequence and not two. */
function extend(begun: Begun, [at, bits]: StepEntry, steps: number): void {
  if (bits === 0) begun.length = 0;
  for (let step = steps - 1; step >= 0; step -= 1) {
    if ((bits & (1 << step)) === 0) continue;
    const start = step === 0 ? at : begun[step - 1];
    if (start !== undefined) begun[step] = Math.max(start, begun[step] ?? start);
  }
}

/** Entries went from the front of a list: which of those of one time a sequence began with is not known. */
export function forgetBegun(entries: readonly StepEntry[], gone: readonly StepEntry[]): void {
  if (gone.at(-1)?.[0] === entries[0]?.[0]) known.delete(entries);
}

/** Entries after the last that must not come between. */
interface Open {
  /** Number of entries by the steps that they can be. */
  readonly kinds: Map<number, number>;
  size: number;
}

/** Open entries by the list that they stand in: a cache, and no part of the state. */
const knownOpen = new WeakMap<readonly StepEntry[], Open>();

/**
 * Where the first sequence ends; none was complete before the entry at a place was put in, so it is one of its steps,
 * and all are between what must not come between.
 * @param isNewest whether that is the last entry
 */
export function endOfUnordered(
  entries: readonly StepEntry[],
  steps: number,
  place: number,
  isNewest: boolean,
): number | undefined {
  const before = isNewest ? knownOpen.get(entries) : undefined;
  knownOpen.delete(entries);
  const open = before ?? openBefore(entries, place);
  for (let last = place; last < entries.length; last += 1) {
    const bits = entries[last]?.[1] ?? 0;
    if (bits === 0) return undefined;
    const count = (open.kinds.get(bits) ?? 0) + 1;
    open.kinds.set(bits, count);
    open.size += 1;
    // More of one kind than there are steps make no difference.
    if (count <= steps && isWhole(open.kinds, steps)) return last;
  }
  knownOpen.set(entries, open);
  return undefined;
}

/** Entries went from the front of a list. */
export function forgetKinds(entries: readonly StepEntry[], gone: readonly StepEntry[]): void {
  const open = knownOpen.get(entries);
  if (open === undefined) return;
  const closed = entries.length + gone.length - open.size;
  for (const [, bits] of gone.slice(Math.max(0, closed))) {
    open.kinds.set(bits, (open.kinds.get(bits) ?? 0) - 1);
    open.size -= 1;
  }
}

/** Collects the open entries before a place. */
function openBefore(entries: readonly StepEntry[], place: number): Open {
  const open: Open = { kinds: new Map(), size: 0 };
  for (let at = place - 1; at >= 0; at -= 1) {
    const bits = entries[at]?.[1] ?? 0;
    if (bits === 0) break;
    open.kinds.set(bits, (open.kinds.get(bits) ?? 0) + 1);
    open.size += 1;
  }
  return open;
}

/** The entry of each step, for as many steps as find one of their own. */
export function matchOf(entries: readonly StepEntry[], steps: number): readonly (StepEntry | undefined)[] {
  const stepOf = matched(
    entries.map(([, bits]) => bits),
    steps,
  );
  const found: (StepEntry | undefined)[] = [];
  for (const [index, step] of stepOf) found[step] = entries[index];
  return found;
}

/** Whether each step finds an entry of its own. */
function isWhole(kinds: ReadonlyMap<number, number>, steps: number): boolean {
  const kept = [...kinds].flatMap(([bits, count]) =>
    Array.from({ length: Math.min(count, steps) }, () => bits),
  );
  // Most lists lack a step altogether.
  const covered = kept.reduce((all, bits) => all | bits, 0);
  return covered === (1 << steps) - 1 && matched(kept, steps).size === steps;
}

/** For as many steps as possible an entry of its own: the steps by the places of the entries. */
function matched(entries: readonly number[], steps: number): ReadonlyMap<number, number> {
  const stepOf = new Map<number, number>();
  const place = (step: number, tried: Set<number>): boolean =>
    entries.some((bits, index) => {
      if ((bits & (1 << step)) === 0 || tried.has(index)) return false;
      tried.add(index);
      const other = stepOf.get(index);
      if (other !== undefined && !place(other, tried)) return false;
      stepOf.set(index, step);
      return true;
    });
  for (let step = 0; step < steps; step += 1) place(step, new Set());
  return stepOf;
}
