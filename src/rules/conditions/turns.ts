/** When a measure may come within its bounds by time alone, since what was too much leaves its window. */
import { endOf } from "../../model/duration.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { type Bounds, isWithin } from "./bounds.ts";
import type { Measured } from "./measured.ts";
import { type Entry, spanEnd } from "./window.ts";

/** The bounds that a measure comes to keep as entries leave: that less is there is no reason to exceed one. */
function keptByLeaving({ measure, bounds }: Measured): Bounds | undefined {
  const { at_least, above, at_most, below } = bounds;
  if (measure === "average" || measure === "percentile") return undefined;
  const kept = measure === "minimum" ? { at_least, above } : { at_most, below };
  return Object.values(kept).every((bound) => bound === undefined) ? undefined : kept;
}

/**
 * Finds the first moment after one at which the measure of some entries may begin to be within its bounds; undefined:
 * it will not. Exact but for sums, where it is the next moment at which an entry leaves.
 * @param entries those in the window then, in order of time
 */
export type TurnsAt = (
  entries: readonly Entry[],
  after: number,
  calendar: TradingCalendar,
) => number | undefined;

/** Undefined of a measure that begins to be within its bounds with an entry alone. */
export function createTurnsAt(made: Measured): TurnsAt | undefined {
  const kept = keptByLeaving(made);
  if (kept === undefined) return undefined;
  return (entries, after, calendar) => {
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const { window, measure } = made;
    if (window.kind === "session") return endOf(last[0], window.gap, calendar) + 1;
    if (window.kind === "tumbling") return spanEnd(after, window);
    const leaving = measure === "sum" ? first : entries[lastTooMany(made, kept, entries)];
    return leaving && endOf(leaving[0], window.length, calendar);
  };
}

/** The place of the entry with which those up to the newest are too many; -1: none is. */
function lastTooMany({ measure }: Measured, kept: Bounds, entries: readonly Entry[]): number {
  const values = new Set<Entry[1]>();
  for (let place = entries.length - 1; place >= 0; place -= 1) {
    const value = entries[place]?.[1] ?? null;
    if (measure === "distinct") values.add(value);
    const measured = measure === "count" ? entries.length - place : values.size || value;
    if (typeof measured === "number" && !isWithin(measured, kept)) return place;
  }
  return -1;
}
