/** The condition that a measure of the events in a window is within bounds. */
import type { TradingCalendar } from "../../../model/trading-calendar.ts";
import { type Condition, lookAt, placeAt } from "../condition.ts";
import { type Asked, remembered, rememberedNumber } from "../value.ts";
import { type Bounds, isWithin } from "./bounds.ts";
import { createCeases, createTurnsAt } from "./by-time.ts";
import type { Measure } from "./measure.ts";
import { keepTally } from "./tallies.ts";
import { type Entry, firstWithin, type Window } from "./window.ts";

export interface Measured<More = object> {
  /** Whose values are measured; absent where events are counted. */
  readonly of?: Asked;
  readonly window: Window;
  readonly bounds: Bounds;
  /** What is written of the measure beside. */
  readonly more: More;
  /** How many entries of one key are remembered, the newest. */
  readonly mostEntries: number;
}

/**
 * An event that comes late counts in the window up to the newest one, where it is in there. A window without events
 * counts nothing, which is at most something.
 */
export function createMeasured<More extends object>(measure: Measure<More>, made: Measured<More>): Condition {
  const tally = (entries: readonly Entry[]) => measure.tally(entries, made.more);
  const tallyOf = keepTally(tally);
  const turnsAt = createTurnsAt(measure, tally, made);
  const inWindow = (memory: unknown, at: number, calendar: TradingCalendar): readonly Entry[] => {
    const entries = (memory ?? []) as readonly Entry[];
    return entries.slice(
      firstWithin(made.window, entries, Math.max(at, entries.at(-1)?.[0] ?? at), calendar),
    );
  };
  const measureAt = (memory: unknown, at: number, calendar: TradingCalendar) =>
    tally(inWindow(memory, at, calendar)).value();
  const isKept = (value: number | undefined) => value !== undefined && isWithin(value, made.bounds);
  const foundOf = (value: number | undefined) => (value === undefined ? {} : { [measure.key]: value });
  return {
    read: readerOf(measure, made.of),
    take(memory, seen, value) {
      const entries = (memory ?? []) as Entry[];
      const newest = Math.max(seen.at, entries.at(-1)?.[0] ?? seen.at);
      const kept = tallyOf(entries);
      const drop = (count: number) => {
        if (count > 0) for (const [, gone] of entries.splice(0, count)) kept.remove(gone);
      };
      drop(firstWithin(made.window, entries, newest, seen.calendar));
      const lapsed = !isKept(kept.value());
      const entry: Entry = [seen.at, value ?? null];
      const place = placeAt(entries, entry[0]);
      put(entries, place, entry);
      kept.add(entry[1], place === entries.length - 1);
      const first = firstWithin(made.window, entries, newest, seen.calendar);
      const last = Math.max(first, entries.length - made.mostEntries);
      const counts = place >= last;
      drop(last);
      return {
        memory: entries.length === 0 ? undefined : entries,
        isFull: last > first,
        counts,
        holds: counts ? isKept(kept.value()) : !lapsed,
        lapsed,
        found: foundOf(kept.value()),
      };
    },
    ceases: createCeases(measure, tally, made),
    holdsAt: (memory, at, calendar) => isKept(measureAt(memory, at, calendar)),
    turnsAt:
      turnsAt && ((memory, after, calendar) => turnsAt(inWindow(memory, after, calendar), after, calendar)),
    foundAt: (memory, at, calendar) => foundOf(measureAt(memory, at, calendar)),
    look(memory, at, calendar) {
      const entries = inWindow(memory, at, calendar);
      return lookAt(entries, foundOf(tally(entries).value()));
    },
    compared: undefined,
  };
}

function readerOf({ remembers }: Pick<Measure, "remembers">, of: Asked | undefined): Condition["read"] {
  if (of === undefined) return undefined;
  const read = remembers === "number" ? rememberedNumber : remembered;
  return (variables) => read(of, variables);
}

function put(entries: Entry[], place: number, entry: Entry): void {
  if (place === entries.length) entries.push(entry);
  else entries.splice(place, 0, entry);
}
