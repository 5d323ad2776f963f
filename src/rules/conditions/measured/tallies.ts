/** Running totals of the values in a window as they come and go, without a look at all of them at each change. */
import { countFirst } from "../../../lib/collections.ts";
import { withoutNoise } from "../../../model/numbers.ts";
import type { WindowEntry } from "./window.ts";

type Value = WindowEntry[1];

/** Hears of each value that comes and goes. */
export interface WindowTally {
  /** @param isLast whether no other stands behind it */
  add(value: Value, isLast: boolean): void;
  remove(value: Value): void;
  /** Undefined where there is nothing to say: of no values there is no average. */
  value(): number | undefined;
}

/**
 * Keeps the tally of some entries from one event to the next, found by the list itself: it is no part of what is
 * remembered, and of a list that was read from the store it is made anew.
 */
export function keepTally(
  create: (entries: readonly WindowEntry[]) => WindowTally,
): (entries: readonly WindowEntry[]) => WindowTally {
  const known = new WeakMap<readonly WindowEntry[], WindowTally>();
  return (entries) => {
    const before = known.get(entries);
    if (before !== undefined) return before;
    const tally = create(entries);
    known.set(entries, tally);
    return tally;
  };
}

interface Total {
  sum: number;
  /** Count of the numbers. */
  count: number;
}

/**
 * Adds numbers up, anew when one goes: what was rounded on the way would depend on the way. One that comes last is what
 * such a sum ends with anyway.
 */
export function addedUp(
  entries: readonly WindowEntry[],
  result: (total: Total) => number | undefined,
): WindowTally {
  let known: Total | undefined = totalOf(entries);
  return {
    add(value, isLast) {
      if (known === undefined || !isLast) known = undefined;
      else addTo(known, value);
    },
    remove() {
      known = undefined;
    },
    value() {
      known ??= totalOf(entries);
      const of = result(known);
      return of === undefined ? undefined : withoutNoise(of);
    },
  };
}

/** From the first to the last. */
function totalOf(entries: readonly WindowEntry[]): Total {
  const total = { sum: 0, count: 0 };
  for (const [, value] of entries) addTo(total, value);
  return total;
}

function addTo(total: Total, value: Value): void {
  if (typeof value !== "number") return;
  total.sum += value;
  total.count += 1;
}

/** Keeps the one number that is picked of any two. */
export function picked(
  entries: readonly WindowEntry[],
  pick: (one: number, other: number) => number,
): WindowTally {
  const pickOf = () =>
    numbersOf(entries).reduce<number | undefined>((one, other) => better(one, other), undefined);
  const better = (one: number | undefined, other: number) => (one === undefined ? other : pick(one, other));
  let known = pickOf();
  let isGone = false;
  return {
    add(value) {
      if (typeof value === "number" && !isGone) known = better(known, value);
    },
    remove(value) {
      isGone ||= value === known;
    },
    value() {
      if (isGone) known = pickOf();
      isGone = false;
      return known;
    },
  };
}

/** Keeps numbers in order. */
export function sortedTally(
  entries: readonly WindowEntry[],
  result: (sorted: readonly number[]) => number | undefined,
): WindowTally {
  const sorted = numbersOf(entries).sort((a, b) => a - b);
  return {
    add(value) {
      if (typeof value === "number") sorted.splice(placeOf(sorted, value), 0, value);
    },
    remove(value) {
      if (typeof value === "number") sorted.splice(placeOf(sorted, value), 1);
    },
    value: () => result(sorted),
  };
}

// A loop: `flatMap` makes a list for each entry, and takes twice as long.
function numbersOf(entries: readonly WindowEntry[]): number[] {
  const numbers: number[] = [];
  for (const [, value] of entries) if (typeof value === "number") numbers.push(value);
  return numbers;
}

/** The first place whose number is not below a number. */
function placeOf(sorted: readonly number[], number: number): number {
  return countFirst(sorted.length, (place) => (sorted[place] ?? 0) < number);
}
