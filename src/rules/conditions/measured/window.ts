/** Which of the values seen so far belong together: those of a time that slides, of fixed spans, or of one session. */
import * as z from "zod";
import { dayMs, japanMs } from "../../../lib/clock.ts";
import type { TradingCalendar } from "../../../model/dates.ts";
import {
  type Duration,
  earliestOf,
  lastingTimeForm,
  parseDuration,
  startOf,
} from "../../../model/duration.ts";
import { durationOf, length } from "../../context/schema-parts.ts";

/** A length of spans that follow one another: no trading days. */
export const span = durationOf(
  lastingTimeForm,
  "spans that follow one another last a time such as 15m, 1h or 1d",
).meta({ examples: ["15m", "1h", "1d"] });

const tumbling = span
  .refine(
    (written) => {
      const duration = parseDuration(written);
      const ms = duration !== undefined && "ms" in duration ? duration.ms : dayMs;
      return dayMs % ms === 0 || ms % dayMs === 0;
    },
    { error: "such a span divides a day evenly, as 15m, 1h or 8h do, or is whole days" },
  )
  .describe(
    "spans of this length, one after another from midnight in Japan; spans of whole days are counted from Monday, 5 January 1970",
  );

export const entriesWithin = z
  .union(
    [
      length("events of this length of time, up to the newest event; bd are trading days", "1h", "3bd"),
      z
        .strictObject({ tumbling })
        .describe(
          "events of the same span; spans follow one another from midnight in Japan, those of whole days from Monday, 5 January 1970",
        )
        .meta({ examples: [{ tumbling: "1d" }] }),
      z
        .strictObject({
          session: length("longest pause between two events of a session", "30m"),
        })
        .describe("events since the last pause longer than this")
        .meta({ examples: [{ session: "30m" }] }),
    ],
    { error: "`within` takes a duration such as 1h, or { tumbling: 1h }, or { session: 30m }" },
  )
  .describe("events that are measured together: those of a sliding time, of a fixed span, or of one session")
  .meta({ id: "window", examples: ["1h", { tumbling: "1d" }] });

export type WrittenWindow = z.output<typeof entriesWithin>;

/** Undefined where the schema refused a part of it. */
export function windowOf(written: WrittenWindow): TimeWindow | undefined {
  if (typeof written === "string") {
    const length = parseDuration(written);
    return length && { kind: "sliding", length };
  }
  if ("session" in written) {
    const gap = parseDuration(written.session);
    return gap && { kind: "session", gap };
  }
  const length = parseDuration(written.tumbling);
  return length && "ms" in length ? { kind: "tumbling", lengthMs: length.ms } : undefined;
}

/** When a value was seen, ms since 1970, and the value; null where only the time counts. */
export type WindowEntry = readonly [at: number, value: number | string | null];

export type TimeWindow =
  /** The last so long, up to the newest entry. */
  | { readonly kind: "sliding"; readonly length: Duration }
  /** Spans that follow one another from midnight in Japan, of whole days from a Monday; no other length is right. */
  | { readonly kind: "tumbling"; readonly lengthMs: number }
  /** Entries of which none is further from the next than this. */
  | { readonly kind: "session"; readonly gap: Duration };

/** From the beginning of 1970 to a Monday's midnight in Japan. */
const mondayMs = 4 * dayMs - japanMs;

/**
 * The first of the entries, in order of time, that is in the window at a moment that is not before any of them. They
 * were in it together before, but for one that may have been put in since.
 */
export function firstWithin(
  window: TimeWindow,
  entries: readonly WindowEntry[],
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
  entries: readonly WindowEntry[],
  at: number,
  gap: Duration,
  calendar: TradingCalendar,
): number {
  const last = entries.at(-1);
  if (last === undefined || last[0] < earliestOf(at, gap, calendar)) return entries.length;
  // The state is one session, so only the newest entry and one that came late can be apart from it.
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
