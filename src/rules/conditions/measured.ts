/** A measure of the events in a window that must be within bounds: counts, distinct values, sums and the like. */
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { type Bounds, isWithin } from "./bounds.ts";
import { createCeases } from "./ceasing.ts";
import { type Condition, lookAt } from "./condition.ts";
import { type MeasureName, measure } from "./measure.ts";
import { createRunningOf } from "./running.ts";
import { createTurnsAt } from "./turns.ts";
import { type Asked, remembered, rememberedNumber } from "./value-of.ts";
import { type Entry, firstWithin, placeAt, type Window } from "./window.ts";

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
 * An event that comes late counts in the window up to the newest one, where it is in there. A window without events
 * counts nothing, which is at most something.
 */
export function createMeasured(made: Measured): Condition {
  const runningOf = createRunningOf(made.measure, made.rank);
  const turnsAt = createTurnsAt(made);
  const ceases = createCeases(made);
  const inWindow = (memory: unknown, at: number, calendar: TradingCalendar): readonly Entry[] => {
    const entries = (memory ?? []) as readonly Entry[];
    return entries.slice(
      firstWithin(made.window, entries, Math.max(at, entries.at(-1)?.[0] ?? at), calendar),
    );
  };
  const measureOf = (entries: readonly Entry[]) =>
    measure(
      made.measure,
      entries.map(([, value]) => value),
      made.rank,
    );
  const foundOf = (value: number | undefined) => (value === undefined ? {} : { [made.measure]: value });
  return {
    ...(ceases && { ceases }),
    ...(turnsAt && {
      turnsAt: (memory: unknown, after: number, calendar: TradingCalendar) =>
        turnsAt(inWindow(memory, after, calendar), after, calendar),
    }),
    holdsAt(memory, at, calendar) {
      const value = measureOf(inWindow(memory, at, calendar));
      return value !== undefined && isWithin(value, made.bounds);
    },
    ...(made.of && { read: readerOf(made.measure, made.of) }),
    take(memory, seen, value) {
      const entries = (memory ?? []) as Entry[];
      const newest = Math.max(seen.at, entries.at(-1)?.[0] ?? seen.at);
      const running = runningOf(entries);
      const drop = (count: number) => {
        if (count > 0) for (const [, value] of entries.splice(0, count)) running.remove(value);
      };
      const holds = () => {
        const value = running.value();
        return value !== undefined && isWithin(value, made.bounds);
      };
      drop(firstWithin(made.window, entries, newest, seen.calendar));
      const lapsed = !holds();
      const entry: Entry = [seen.at, value ?? null];
      const place = placeAt(entries, entry[0]);
      put(entries, place, entry);
      running.add(entry[1], place === entries.length - 1);
      const first = firstWithin(made.window, entries, newest, seen.calendar);
      const last = Math.max(first, entries.length - made.mostEntries);
      const counts = place >= last;
      drop(last);
      return {
        memory: entries.length === 0 ? undefined : entries,
        isFull: last > first,
        counts,
        holds: counts ? holds() : !lapsed,
        lapsed,
        found: foundOf(running.value()),
      };
    },
    foundAt: (memory, at, calendar) => foundOf(measureOf(inWindow(memory, at, calendar))),
    look(memory, at, calendar) {
      const entries = inWindow(memory, at, calendar);
      return lookAt(entries, foundOf(measureOf(entries)));
    },
  };
}

/** Texts can differ; all else is measured of numbers. */
function readerOf(name: MeasureName, of: Asked): NonNullable<Condition["read"]> {
  const read = name === "distinct" ? remembered : rememberedNumber;
  return (variables) => read(of, variables);
}

function put(entries: Entry[], place: number, entry: Entry): void {
  if (place === entries.length) entries.push(entry);
  else entries.splice(place, 0, entry);
}
