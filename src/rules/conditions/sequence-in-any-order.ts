/** Finds where steps that come in any order are complete. */
import type { Entry } from "./sequence.ts";

/**
 * Where the first sequence ends; none was complete before the entry at a place was put in, so it is one of its steps,
 * and all are between what must not come between.
 */
export function endOfUnordered(entries: readonly Entry[], steps: number, place: number): number | undefined {
  if (entries[place]?.[1] === 0) return undefined;
  let begin = place;
  while (begin > 0 && entries[begin - 1]?.[1] !== 0) begin -= 1;
  const kinds = countKinds(entries, { begin, end: place }, steps);
  for (let last = place; last < entries.length; last += 1) {
    const bits = entries[last]?.[1] ?? 0;
    if (bits === 0) return undefined;
    // More of one kind than there are steps make no difference.
    const count = (kinds.get(bits) ?? 0) + 1;
    if (count > steps) continue;
    kinds.set(bits, count);
    if (isWhole(kinds, steps)) return last;
  }
  return undefined;
}

/** How many entries there are of each kind, the steps that they can be; at most as many as there are steps. */
function countKinds(
  entries: readonly Entry[],
  { begin, end }: { readonly begin: number; readonly end: number },
  steps: number,
): Map<number, number> {
  const kinds = new Map<number, number>();
  // Of thousands most are of one kind.
  let enough: number | undefined;
  for (let place = begin; place < end; place += 1) {
    const bits = entries[place]?.[1] ?? 0;
    if (bits === enough) continue;
    const count = kinds.get(bits) ?? 0;
    if (count < steps) kinds.set(bits, count + 1);
    else enough = bits;
  }
  return kinds;
}

/** Whether each step finds an entry of its own. */
function isWhole(kinds: ReadonlyMap<number, number>, steps: number): boolean {
  const entries = [...kinds].flatMap(([bits, count]) => Array.from({ length: count }, () => bits));
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
  for (let step = 0; step < steps; step += 1) if (!place(step, new Set())) return false;
  return true;
}
