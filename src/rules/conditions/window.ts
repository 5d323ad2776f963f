/** Which of the values seen so far belong together: those of a time that slides, of fixed spans, or of one session. */
import { type Duration, earliestOf, startOf } from "../../model/duration.ts";
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

/** Where an entry of a time belongs among those in order of time: after those of the same time. */
export function placeAt(entries: readonly (readonly [at: number, ...unknown[]])[], at: number): number {
  let place = entries.length;
  while (place > 0 && (entries[place - 1]?.[0] ?? 0) > at) place -= 1;
  return place;
}

/**
 * The first of the entries, in order of time, that is in the window at a moment that is not before any of them. They
 * were in it together before, but for one that may have been put in since.
 */
export function firstWithin(
  window: Window,
  entries: readonly Entry[],
  at: number,
  calendar: TradingCalendar,
): number {
  if (window.kind === "session") return firstOfSession(entries, at, window.gap, calendar);
  const after = window.kind === "sliding" ? startOf(at, window.length, calendar) : spanStart(at, window) - 1;
  let first = 0;
  while (first < entries.length && (entries[first]?.[0] ?? 0) <= after) first += 1;
  return first;
}

/** The first moment of the span after the one that holds a moment. */
export function spanEnd(at: number, window: { readonly lengthMs: number }): number {
  return spanStart(at, window) + window.lengthMs;
}

/** The first moment of the span that holds a moment. */
function spanStart(at: number, { lengthMs }: { readonly lengthMs: number }): number {
  return Math.floor((at - mondayMs) / lengthMs) * lengthMs + mondayMs;
}

function firstOfSession(
  entries: readonly Entry[],
  at: number,
  gap: Duration,
  calendar: TradingCalendar,
): number {
  const last = entries.at(-1);
  if (last === undefined || last[0] < earliestOf(at, gap, calendar)) return entries.length;
  // What is remembered is one session, so only the newest and one that came late can be apart from it.
  if ("ms" in gap) return entries[1] !== undefined && (entries[0]?.[0] ?? 0) < entries[1][0] - gap.ms ? 1 : 0;
  let first = entries.length;
  let next = at;
  while (first > 0) {
    const seen = entries[first - 1]?.[0] ?? 0;
    if (seen < earliestOf(next, gap, calendar)) break;
    next = seen;
    first -= 1;
  }
  return first;
}
