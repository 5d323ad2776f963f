/** Which of the values seen so far belong together: those of a time that slides, of fixed spans, or of one session. */
import { type Duration, startOf } from "../../model/duration.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";

/** When a value was seen, ms since 1970, and the value; null where only the time counts. */
export type Entry = readonly [at: number, value: number | string | null];

export type Window =
  /** The last so long, up to the newest entry. */
  | { readonly kind: "sliding"; readonly length: Duration }
  /** Spans that follow one another from midnight in Japan, of whole days from a Monday; no other length is right. */
  | { readonly kind: "tumbling"; readonly lengthMs: number }
  /** Entries of which none is further from the next than this. */
  | { readonly kind: "session"; readonly gap: Duration };

/** From the beginning of 1970 to a Monday's midnight in Japan. */
const mondayMs = 4 * 86_400_000 - 9 * 3_600_000;

/** Puts an entry into its place by time, after those of the same time. */
export function insert(entries: readonly Entry[], entry: Entry): Entry[] {
  let place = entries.length;
  while (place > 0 && (entries[place - 1]?.[0] ?? 0) > entry[0]) place -= 1;
  return [...entries.slice(0, place), entry, ...entries.slice(place)];
}

/** The entries, in order of time, that are in the window at a moment that is not before any of them. */
export function within(
  window: Window,
  entries: readonly Entry[],
  at: number,
  calendar: TradingCalendar,
): readonly Entry[] {
  if (window.kind === "session") return session(entries, at, window.gap, calendar);
  const after = window.kind === "sliding" ? startOf(at, window.length, calendar) : spanStart(at, window) - 1;
  return entries.slice(entries.findIndex((entry) => entry[0] > after)).filter(([seen]) => seen > after);
}

/** The first moment of the span that holds a moment. */
function spanStart(at: number, { lengthMs }: { readonly lengthMs: number }): number {
  return Math.floor((at - mondayMs) / lengthMs) * lengthMs + mondayMs;
}

function session(
  entries: readonly Entry[],
  at: number,
  gap: Duration,
  calendar: TradingCalendar,
): readonly Entry[] {
  let first = entries.length;
  let next = at;
  while (first > 0) {
    const seen = entries[first - 1]?.[0] ?? 0;
    if (seen < startOf(next, gap, calendar)) break;
    next = seen;
    first -= 1;
  }
  return entries.slice(first);
}
