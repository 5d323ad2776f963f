/** The clock of a rule: which of an event's times its conditions go by. */
import * as z from "zod";
import type { Event } from "../../model/event.ts";
import type { Variables } from "../cel/language.ts";

export const clockKey = z
  .enum(["published", "occurred", "time"])
  .optional()
  .describe(
    "time of an event that counts: `published` (the default), `occurred` or `time`; if an event lacks it, the time when Yagura saw it",
  )
  .meta({ examples: ["occurred"] });

export type ClockName = NonNullable<z.output<typeof clockKey>>;

/** When an event was, as `momentOf` has it: read once where many rules ask about the same event. */
export function clockMoment(
  { event, around: { lastTime } }: Variables,
  clock: ClockName = "published",
): number {
  const written = event[clock] ?? event.time;
  if (written !== lastTime.written) {
    lastTime.at = momentOf(event, clock);
    lastTime.written = written;
  }
  return lastTime.at;
}

/**
 * When an event was, on the clock that a rule names, ms since 1970: by default when it was published. Where the
 * event does not say, when it was seen. A day is its beginning in Japan.
 */
export function momentOf(event: Event, clock: ClockName = "published"): number {
  const written = event[clock] ?? event.time;
  return Date.parse(written.length === 10 ? `${written}T00:00:00+09:00` : written);
}

/** From when on time passes for what is said later: a day is no moment, and there it is when the event was seen. */
export function passingFrom(event: Event, clock: ClockName = "published"): number {
  const written = event[clock] ?? event.time;
  return Date.parse(written.length === 10 ? event.time : written);
}
