/** Points of a chart: where a day begins, from which day on there is data, and fewer points than a screen is wide. */
import type { KnownFrom, Origin, TimedValue } from "./stock.ts";

/** The moment at which a day (YYYY-MM-DD) begins in Japan, ms since 1970; 0 for a text that is no day. */
export function dayStart(day: string): number {
  return Date.parse(`${day.slice(0, 10)}T00:00:00+09:00`) || 0;
}

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
