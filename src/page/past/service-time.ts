/**
 * The axis of time of what services tell. A made-up service has days of its own, of which one may last a minute, so what
 * has only the time at which it was seen is put between those that say when they were.
 */
import { countFirst } from "../../lib/collections.ts";
import type { Event } from "../../model/event.ts";

export interface ServiceTime {
  /** Moment of an event on the axis, ms since 1970: when it was seen, of a made-up service when its own world had it. */
  at(event: Event, isSimulated: boolean): number;
}

interface Sample {
  /** ms since 1970. */
  readonly seen: number;
  readonly own: number;
}

/**
 * @param events of made-up services, in the order in which they were seen
 * @param now the time, and the time of the services' own world
 */
export function serviceTime(events: readonly Event[], now: Sample): ServiceTime {
  const samples: Sample[] = [];
  for (const event of events) {
    const own = momentIn(event.published ?? event.occurred);
    if (own !== undefined) samples.push({ seen: Date.parse(event.time), own });
  }
  samples.push(now);
  return {
    at(event, isSimulated) {
      const seen = Date.parse(event.time);
      if (!isSimulated) return seen;
      const stated = momentIn(event.published ?? event.occurred);
      if (stated !== undefined) return stated;
      const after = countFirst(samples.length, (place) => (samples[place]?.seen ?? 0) < seen);
      const [before, next] = [samples[after - 1], samples[after] ?? now];
      if (before === undefined || next.seen === before.seen) return next.own;
      return before.own + ((next.own - before.own) * (seen - before.seen)) / (next.seen - before.seen);
    },
  };
}

/** The moment of a day or a time, ms since 1970; a day begins at midnight in Japan. */
function momentIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text.length === 10 ? `${text}T00:00:00+09:00` : text);
  return Number.isNaN(ms) ? undefined : ms;
}
