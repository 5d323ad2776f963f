/** Which events are in a window at a moment, and what is measured of them. */
import { after, midnightOf } from "./calendar.ts";
import {
  type Bound,
  type Bounds,
  type Case,
  day,
  type Happening,
  type Measure,
  type Window,
} from "./case.ts";
import { levelOf } from "./rule-parts.ts";

/** An event as conditions take it: when it was by the rule's clock, and the value that is measured. */
export interface Timed {
  readonly id: string;
  readonly at: number;
  readonly of: number | string | undefined;
}

/** Spans of several days are counted from the first Monday of 1970. */
const firstMonday = midnightOf(Date.UTC(1970, 0, 5));

/** When the span begins that a moment is in: spans go from midnight in Japan, those of days from a Monday. */
function spanOf(moment: number, length: number): number {
  const midnight = midnightOf(moment);
  if (length < day) return midnight + Math.floor((moment - midnight) / length) * length;
  return firstMonday + Math.floor((moment - firstMonday) / length) * length;
}

/** The events that a window has in it at a moment, of those up to it. */
export function inWindow(
  calendar: Case["calendar"],
  window: Window,
  events: readonly Timed[],
  moment: number,
) {
  if ("last" in window) return events.filter(({ at }) => moment < after(calendar, at, window.last));
  if ("tumbling" in window) {
    const begin = spanOf(moment, window.tumbling);
    return events.filter(({ at }) => at >= begin);
  }
  const session: Timed[] = [];
  let next = moment;
  for (const event of [...events].sort((a, b) => b.at - a.at)) {
    if (next > after(calendar, event.at, window.session)) break;
    session.push(event);
    next = event.at;
  }
  return session;
}

/** The moments from which a window may hold other events although none came. */
export function changesOf(calendar: Case["calendar"], window: Window, events: readonly Timed[], to: number) {
  if ("last" in window) return events.map(({ at }) => after(calendar, at, window.last));
  if ("session" in window) return events.map(({ at }) => after(calendar, at, window.session) + 1);
  const borders: number[] = [];
  const first = Math.min(...events.map(({ at }) => at));
  for (let at = spanOf(first, window.tumbling); at <= to; at += window.tumbling) borders.push(at);
  return borders;
}

/** Numbers are compared to nine places. */
export function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

/** What is measured; of nothing there is no average, minimum, maximum, percentile or share. */
export function measure(
  { is, rank }: Pick<Measure, "is" | "rank">,
  events: readonly Timed[],
): number | undefined {
  const values = events.map(({ of }) => Number(of)).sort((a, b) => a - b);
  const sum = rounded(values.reduce((total, value) => total + value, 0));
  switch (is) {
    case "count":
      return events.length;
    case "distinct":
      return new Set(events.map(({ of }) => of)).size;
    case "sum":
      return sum;
    case "average":
      return values.length > 0 ? rounded(sum / values.length) : undefined;
    case "minimum":
      return values[0];
    case "maximum":
      return values.at(-1);
    case "percentile":
      return values.find((_, index) => (index + 1) * 100 >= (rank ?? 0) * values.length);
    case "share":
      return values.length > 0 ? rounded((sum / values.length) * 100) : undefined;
  }
}

/** Whether a value keeps all bounds, as the newest event has them; of those not known yet the lower ones are missed. */
export function isWithin(value: number | undefined, bounds: Bounds, newest: Happening | undefined): boolean {
  if (value === undefined) return false;
  const keeps = (bound: Bound | undefined, unknown: boolean, isKept: (level: number) => boolean) => {
    if (bound === undefined) return true;
    const level = levelOf(bound, newest);
    return level === undefined ? unknown : isKept(level);
  };
  return (
    keeps(bounds.at_least, false, (level) => value >= level) &&
    keeps(bounds.at_most, true, (level) => value <= level) &&
    keeps(bounds.above, false, (level) => value > level) &&
    keeps(bounds.below, true, (level) => value < level)
  );
}
