/**
 * The axis of time of what services tell. A made-up service has days of its own, of which one may last a minute, so what
 * has only the time at which it was seen is put between those that say when they were.
 */
import { countFirst } from "../../lib/collections.ts";
import type { Event } from "../../model/event.ts";
import type { KnownFrom, Origin, TimedValue } from "../../model/page/stock.ts";

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

/** The moment at which a day begins in Japan, ms since 1970. */
export function dayStart(day: string): number {
  return momentIn(day) ?? 0;
}

// Fewer points for a chart: more than a screen is wide say nothing more.

/** More points than this are thinned. */
const mostPoints = 2_000;

/**
 * Keeps of each stretch of places its least and its largest value, and every point at which a line ends or begins, in
 * their order: so no peak is lost.
 */
export function thinned(points: readonly TimedValue[], most = mostPoints): readonly TimedValue[] {
  if (points.length <= most) return points;
  const stretch = Math.ceil((2 * points.length) / most);
  const kept: TimedValue[] = [];
  for (let start = 0; start < points.length; start += stretch) {
    const part = points.slice(start, start + stretch);
    const values = part.flatMap(([, value]) => value ?? []);
    const [least, largest] = [Math.min(...values), Math.max(...values)];
    const ends = new Set([
      part.findIndex(([, value]) => value === least),
      part.findIndex(([, value]) => value === largest),
      start + stretch >= points.length ? part.length - 1 : 0,
    ]);
    for (const [place, point] of part.entries())
      if (ends.has(place) || point[1] === null || part[place - 1]?.[1] === null) kept.push(point);
  }
  return kept;
}

/** The part of a line within an axis; what holds at its beginning stands there. */
export function within(points: readonly TimedValue[], from: number, to: number): readonly TimedValue[] {
  const inside = points.filter(([at]) => at >= from && at <= to);
  const before = points.findLast(([at]) => at < from);
  if (before === undefined || before[1] === null || inside[0]?.[0] === from) return inside;
  return [[from, before[1]], ...inside];
}

export interface DatedRow {
  readonly day: string;
  readonly origin: Origin;
}

export function knownFrom(rows: readonly DatedRow[], isCut: boolean): KnownFrom {
  const first = (origin: Origin): Partial<Record<Origin, string>> => {
    let least: string | undefined;
    for (const row of rows)
      if (row.origin === origin && !(least !== undefined && least <= row.day)) least = row.day;
    return least === undefined ? {} : { [origin]: least };
  };
  return { ...first("history"), ...first("live"), ...(isCut && { isCut }) };
}
