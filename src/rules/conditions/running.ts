/** What can be known of many values without looking at all of them again at each change. */
import { decimal } from "./decimal.ts";
import { type MeasureName, measure, rankPlace, type Value } from "./measure.ts";
import type { Entry } from "./window.ts";

/** Hears of each value that comes and goes. */
export interface Running {
  /** @param isLast whether no other stands behind it */
  add(value: Value, isLast: boolean): void;
  remove(value: Value): void;
  /** What `measure` says of those that are there. */
  value(): number | undefined;
}

/**
 * What is kept of some entries from one event to the next, found by the list itself: it is no part of what is
 * remembered, and of a list that was read from the store it is made anew. Sums are added up again when a value goes,
 * since what was rounded on the way would depend on the way; one that comes last is what such a sum ends with anyway.
 */
export function createRunningOf(name: MeasureName, rank?: number): (entries: readonly Entry[]) => Running {
  const known = new WeakMap<readonly Entry[], Running>();
  return (entries) => {
    const before = known.get(entries);
    if (before !== undefined) return before;
    const running = createRunning(name, rank, entries);
    known.set(entries, running);
    return running;
  };
}

/** What is known of some entries, and then of those that come and go. */
export function createRunning(
  name: MeasureName,
  rank: number | undefined,
  entries: readonly Entry[],
): Running {
  if (name === "distinct") return countedValues(entries);
  if (name === "percentile") return sortedNumbers(entries, rank ?? 50);
  if (name === "sum" || name === "average") return addedUp(name, entries);
  return name === "count" ? countedEntries(entries) : measuredAnew(name, entries);
}

function countedEntries(entries: readonly Entry[]): Running {
  return { add: () => {}, remove: () => {}, value: () => entries.length };
}

function measuredAnew(name: MeasureName, entries: readonly Entry[]): Running {
  let known: { readonly value: number | undefined } | undefined;
  const forget = (): void => {
    known = undefined;
  };
  return {
    add: forget,
    remove: forget,
    value() {
      known ??= {
        value: measure(
          name,
          entries.map(([, value]) => value),
        ),
      };
      return known.value;
    },
  };
}

interface Total {
  sum: number;
  /** How many numbers. */
  count: number;
}

function addedUp(name: "sum" | "average", entries: readonly Entry[]): Running {
  let known: Total | undefined;
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
      if (name === "sum") return decimal(known.sum);
      return known.count === 0 ? undefined : decimal(known.sum / known.count);
    },
  };
}

/** From the first to the last. */
function totalOf(entries: readonly Entry[]): Total {
  const total = { sum: 0, count: 0 };
  for (const [, value] of entries) addTo(total, value);
  return total;
}

function addTo(total: Total, value: Value): void {
  if (typeof value !== "number") return;
  total.sum += value;
  total.count += 1;
}

function countedValues(entries: readonly Entry[]): Running {
  const counts = new Map<Value, number>();
  const add = (value: Value) => void counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const [, value] of entries) add(value);
  return {
    add,
    remove(value) {
      const left = (counts.get(value) ?? 0) - 1;
      if (left > 0) counts.set(value, left);
      else counts.delete(value);
    },
    value: () => counts.size,
  };
}

function sortedNumbers(entries: readonly Entry[], rank: number): Running {
  const sorted = entries.flatMap(([, value]) => (typeof value === "number" ? [value] : []));
  sorted.sort((a, b) => a - b);
  return {
    add(value) {
      if (typeof value === "number") sorted.splice(placeOf(sorted, value), 0, value);
    },
    remove(value) {
      if (typeof value === "number") sorted.splice(placeOf(sorted, value), 1);
    },
    value: () => sorted[rankPlace(rank, sorted.length)],
  };
}

/** The first place whose number is not below a number. */
function placeOf(sorted: readonly number[], number: number): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}
