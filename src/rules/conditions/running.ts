/** What can be known of many values without looking at all of them again at each change. */
import { decimal } from "./decimal.ts";
import { type MeasureName, measure, rankPlace, type Value } from "./measure.ts";
import type { Entry } from "./window.ts";

/** Hears of each value that comes and goes. */
export interface Running {
  add(value: Value): void;
  remove(value: Value): void;
  /** What `measure` says of those that are there. */
  value(): number | undefined;
}

/**
 * What is kept of some entries from one event to the next, found by the list itself: it is no part of what is
 * remembered, and of a list that was read from the store it is made anew. Sums are added up again each time, since
 * what was rounded on the way would depend on the way.
 */
export function createRunningOf(name: MeasureName, rank = 50): (entries: readonly Entry[]) => Running {
  const known = new WeakMap<readonly Entry[], Running>();
  return (entries) => {
    const before = known.get(entries);
    if (before !== undefined) return before;
    const running = createRunning(name, rank, entries);
    known.set(entries, running);
    return running;
  };
}

function createRunning(name: MeasureName, rank: number, entries: readonly Entry[]): Running {
  if (name === "distinct") return countedValues(entries);
  if (name === "percentile") return sortedNumbers(entries, rank);
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
      known ??= { value: measureEntries(name, entries) };
      return known.value;
    },
  };
}

/** What `measure` says; sums, which are asked for most, without a list of their own. */
function measureEntries(name: MeasureName, entries: readonly Entry[]): number | undefined {
  if (name !== "sum" && name !== "average") {
    return measure(
      name,
      entries.map(([, value]) => value),
    );
  }
  let sum = 0;
  let numbers = 0;
  for (let at = 0; at < entries.length; at += 1) {
    const value = entries[at]?.[1];
    if (typeof value !== "number") continue;
    sum += value;
    numbers += 1;
  }
  if (name === "sum") return decimal(sum);
  return numbers === 0 ? undefined : decimal(sum / numbers);
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
