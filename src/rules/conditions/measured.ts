/** A measure of the events in a window that must be within bounds: counts, distinct values, sums and the like. */
import { type Bounds, isWithin } from "./bounds.ts";
import type { Condition, Seen } from "./condition.ts";
import { type MeasureName, measure } from "./measure.ts";
import { type Asked, remembered } from "./value-of.ts";
import { type Entry, insert, type Window, within } from "./window.ts";

export interface Measured {
  readonly measure: MeasureName;
  /** Whose values are measured; absent where events are counted. */
  readonly of?: Asked | undefined;
  readonly rank?: number | undefined;
  readonly window: Window;
  readonly bounds: Bounds;
  /** How many entries of one key are remembered, the newest. */
  readonly mostEntries: number;
}

/**
 * An event that comes late counts in the window up to the newest one, where it is in there. An event without a
 * value does not count.
 */
export function createMeasured(made: Measured): Condition {
  const measureOf = (entries: readonly Entry[]) =>
    measure(
      made.measure,
      entries.map(([, value]) => value),
      made.rank,
    );
  const holdsFor = (entries: readonly Entry[]) => {
    const value = entries.length === 0 ? undefined : measureOf(entries);
    return value !== undefined && isWithin(value, made.bounds);
  };
  return {
    holdsAt(memory, at, calendar) {
      const entries = (memory ?? []) as readonly Entry[];
      return holdsFor(within(made.window, entries, Math.max(at, entries.at(-1)?.[0] ?? at), calendar));
    },
    take(memory, seen) {
      const before = (memory ?? []) as readonly Entry[];
      const newest = Math.max(seen.at, before.at(-1)?.[0] ?? seen.at);
      const left = within(made.window, before, newest, seen.calendar);
      const entry = entryOf(made, seen);
      const all =
        entry === undefined ? left : within(made.window, insert(left, entry), newest, seen.calendar);
      const entries = all.length > made.mostEntries ? all.slice(-made.mostEntries) : all;
      const value = measureOf(entries);
      return {
        memory: entries.length === 0 ? undefined : entries,
        isFull: entries !== all,
        counts: entry !== undefined && entries.includes(entry),
        holds: holdsFor(entries),
        lapsed: !holdsFor(left),
        found: value === undefined ? {} : { [made.measure]: value },
      };
    },
  };
}

function entryOf({ of }: Measured, { at, variables }: Seen): Entry | undefined {
  if (of === undefined) return [at, null];
  const value = remembered(of, variables);
  return value === undefined ? undefined : [at, value];
}
