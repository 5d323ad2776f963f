/** Finds where steps that follow one another are complete. */
import type { Entry } from "./sequence.ts";

/** Of each step when the sequence began that has come to it and began last; of all that come so far it goes furthest. */
type Begun = (number | undefined)[];

/**
 * Of entries that were looked at to their end, found by the list itself: it is no part of what is remembered, and of a
 * list that was read from the store it is made anew. So a new event is all that has to be looked at.
 */
const known = new WeakMap<readonly Entry[], Begun>();

/**
 * Where the first sequence ends; none was complete before the newest of the entries was put in.
 * @param isNewest whether that is the last one
 */
export function endOfOrdered(
  entries: readonly Entry[],
  steps: number,
  isNewest: boolean,
): number | undefined {
  const before = isNewest ? known.get(entries) : undefined;
  const begun: Begun = before ?? [];
  known.set(entries, begun);
  // What began with an entry that is gone is over.
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
export function chainOf(entries: readonly Entry[], steps: number): readonly Entry[] {
  const chains: (readonly Entry[] | undefined)[] = [];
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
function extend(begun: Begun, [at, bits]: Entry, steps: number): void {
  if (bits === 0) begun.length = 0;
  for (let step = steps - 1; step >= 0; step -= 1) {
    if ((bits & (1 << step)) === 0) continue;
    const start = step === 0 ? at : begun[step - 1];
    if (start !== undefined) begun[step] = Math.max(start, begun[step] ?? start);
  }
}

/** Entries went from the front of a list: which of those of one time a sequence began with is not known. */
export function forgetBegun(entries: readonly Entry[], gone: readonly Entry[]): void {
  if (gone.at(-1)?.[0] === entries[0]?.[0]) known.delete(entries);
}
