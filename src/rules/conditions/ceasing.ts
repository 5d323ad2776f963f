/** Whether a measure leaves its bounds as entries leave its window, also where it is within them again later. */
import { endOf, startOf } from "../../model/duration.ts";
import { isWithin } from "./bounds.ts";
import type { Condition } from "./condition.ts";
import type { Measured } from "./measured.ts";
import { createRunning } from "./running.ts";
import type { Entry } from "./window.ts";

/** What goes up and down as entries leave; all else ceases once, and that is seen at the end. */
const wavering: readonly string[] = ["sum", "average", "percentile"];

/** Undefined of a measure that does not hold again once it has ceased to. */
export function createCeases({ measure, rank, window, bounds }: Measured): Condition["ceases"] {
  if (window.kind !== "sliding" || !wavering.includes(measure)) return undefined;
  const { length } = window;
  return (memory, { from, to }, calendar) => {
    const entries = (memory ?? []) as readonly Entry[];
    const first = from === undefined ? 0 : countUpTo(entries, startOf(from, length, calendar));
    const last = countUpTo(entries, startOf(to, length, calendar));
    const leavesAt = (place: number) => endOf(entries[place]?.[0] ?? to, length, calendar);
    // What is left at the end is looked at there.
    if (first >= last || leavesAt(first) === leavesAt(last - 1)) return false;
    // From the end of that time back to its beginning, so that entries are added one by one.
    const running = createRunning(measure, rank, entries.slice(last));
    let later: number | undefined;
    for (let place = last - 1; place >= first; place -= 1) {
      const leaves = leavesAt(place);
      const measured = running.value();
      // Those that leave together leave nothing between them.
      if (leaves !== later && (measured === undefined || !isWithin(measured, bounds))) return true;
      later = leaves;
      running.add(entries[place]?.[1] ?? null, true);
    }
    return false;
  };
}

/** How many of the first are not after a moment. */
function countUpTo(entries: readonly Entry[], moment: number): number {
  let count = 0;
  while (count < entries.length && (entries[count]?.[0] ?? 0) <= moment) count += 1;
  return count;
}
