/** Effects of time on a measure as entries leave its window: it comes within its bounds, or leaves them for a while. */
import type { TradingCalendar } from "../../../model/dates.ts";
import { endOf, startOf } from "../../../model/duration.ts";
import type { EventCondition } from "../condition.ts";
import { isInBounds, type ValueBounds } from "./bounds.ts";
import type { MeasuredWindow, WindowMeasure } from "./measured.ts";
import type { WindowTally } from "./tallies.ts";
import { spanEnd, type WindowEntry } from "./window.ts";

type TallyOf = (entries: readonly WindowEntry[]) => WindowTally;
type About = Pick<MeasuredWindow, "window" | "bounds">;

/**
 * Finds the first moment after one at which the measure of some entries may begin to be within its bounds; undefined:
 * it will not. Exact but for what wavers, where it is the next moment at which an entry leaves.
 * @param entries those in the window then, in order of time
 */
type TurnsAt = (
  entries: readonly WindowEntry[],
  after: number,
  calendar: TradingCalendar,
) => number | undefined;

/** Undefined of a measure that begins to be within its bounds with an entry alone. */
export function createTurnsAt(
  { keepsByTime, wavers }: Pick<WindowMeasure, "keepsByTime" | "wavers">,
  tally: TallyOf,
  { window, bounds }: About,
): TurnsAt | undefined {
  const keptOf = ({ at_least, above, at_most, below }: ValueBounds): ValueBounds =>
    keepsByTime === "lower" ? { at_least, above } : { at_most, below };
  if (keepsByTime === undefined || Object.values(keptOf(bounds)).every((bound) => bound === undefined))
    return undefined;
  return (entries, after, calendar) => {
    const [first, last] = [entries[0], entries.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    if (window.kind === "session") return endOf(last[0], window.gap, calendar) + 1;
    if (window.kind === "tumbling") return spanEnd(after, window);
    const leaving = wavers ? first : lastTooMany(entries, tally([]), keptOf(bounds));
    return leaving && endOf(leaving[0], window.length, calendar);
  };
}

/** The entry with which those up to the newest are too many; undefined: none is. */
function lastTooMany(
  entries: readonly WindowEntry[],
  tally: WindowTally,
  kept: ValueBounds,
): WindowEntry | undefined {
  return entries.findLast(([, value]) => {
    tally.add(value, true);
    const measured = tally.value();
    return measured !== undefined && !isInBounds(measured, kept);
  });
}

/** Undefined of a measure that does not hold again once it has ceased to, which is seen at the end. */
export function createCeases(
  { wavers }: Pick<WindowMeasure, "wavers">,
  tally: TallyOf,
  { window, bounds }: About,
): EventCondition["ceases"] {
  if (window.kind !== "sliding" || !wavers) return undefined;
  const { length } = window;
  return (memory, { from, to }, calendar) => {
    const entries = (memory ?? []) as readonly WindowEntry[];
    const first = from === undefined ? 0 : countUpTo(entries, startOf(from, length, calendar));
    const last = countUpTo(entries, startOf(to, length, calendar));
    const leavesAt = (place: number) => endOf(entries[place]?.[0] ?? to, length, calendar);
    // The entries that are left at the end are looked at there.
    if (first >= last || leavesAt(first) === leavesAt(last - 1)) return false;
    // From the end of that time back to its beginning, so that entries are added one by one.
    const left = tally(entries.slice(last));
    let later: number | undefined;
    for (let place = last - 1; place >= first; place -= 1) {
      const leaves = leavesAt(place);
      const measured = left.value();
      // Between entries that leave together there is no moment.
      if (leaves !== later && (measured === undefined || !isInBounds(measured, bounds))) return true;
      later = leaves;
      left.add(entries[place]?.[1] ?? null, true);
    }
    return false;
  };
}

/** Finds the next moment at which the entries in the window become others. */
export function createChangesAt({
  window,
}: Pick<MeasuredWindow, "window">): NonNullable<EventCondition["changesAt"]> {
  return (memory, after, calendar) => {
    const entries = (memory ?? []) as readonly WindowEntry[];
    const last = entries.at(-1);
    if (last === undefined) return undefined;
    if (window.kind === "tumbling")
      return spanEnd(last[0], window) > after ? spanEnd(last[0], window) : undefined;
    if (window.kind === "session") {
      const end = endOf(last[0], window.gap, calendar) + 1;
      return end > after ? end : undefined;
    }
    const ends = (entry: WindowEntry) => endOf(entry[0], window.length, calendar);
    const next = entries.find((entry) => ends(entry) > after);
    return next && ends(next);
  };
}

/** Number of entries up to a moment. */
function countUpTo(entries: readonly WindowEntry[], moment: number): number {
  let count = 0;
  while (count < entries.length && (entries[count]?.[0] ?? 0) <= moment) count += 1;
  return count;
}
