import type { Event } from "../../model/event.ts";
import type { WrittenConditions } from "./schema.ts";

export type ClockName = NonNullable<WrittenConditions["clock"]>;

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
