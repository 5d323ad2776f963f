/** Finds where steps that come in any order are complete. */
import type { Entry } from "./sequence.ts";

/** Entries after the last that must not come between. */
interface Open {
  /** How many there are of each kind, the steps that they can be. */
  readonly kinds: Map<number, number>;
  size: number;
}

/** What is open, by the list of entries itself, as in in-order.ts. */
const known = new WeakMap<readonly Entry[], Open>();

/**
 * Where the first sequence ends; none was complete before the entry at a place was put in, so it is one of its steps,
 * and all are between what must not come between.
 * @param isNewest whether that is the last entry
 */
export function endOfUnordered(
  entries: readonly Entry[],
  steps: number,
  place: number,
  isNewest: boolean,
): number | undefined {
  const before = isNewest ? known.get(entries) : undefined;
  known.delete(entries);
  if (entries[place]?.[1] === 0) return undefined;
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
  known.set(entries, open);
  return undefined;
}

/** Entries went from the front of a list. */
export function forgetKinds(entries: readonly Entry[], gone: readonly Entry[]): void {
  const open = known.get(entries);
  if (open === undefined) return;
  const closed = entries.length + gone.length - open.size;
  for (const [, bits] of gone.slice(Math.max(0, closed))) {
    open.kinds.set(bits, (open.kinds.get(bits) ?? 0) - 1);
    open.size -= 1;
  }
}

/** Those up to a place. */
function openBefore(entries: readonly Entry[], place: number): Open {
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
export function matchOf(entries: readonly Entry[], steps: number): readonly (Entry | undefined)[] {
  const stepOf = matched(
    entries.map(([, bits]) => bits),
    steps,
  );
  const found: (Entry | undefined)[] = [];
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
