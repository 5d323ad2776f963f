import type { SeriesData } from "./records.ts";

/**
 * One record a series, in the order in which they came, periods oldest first. A series that came in several
 * parts is joined; where parts overlap the later one counts.
 */
export function joinSeries(parts: readonly SeriesData[]): SeriesData[] {
  const joined = new Map<string, { series: SeriesData; values: Map<string, number | null> }>();
  for (const part of parts) {
    const entry = joined.get(part.code) ?? { series: part, values: new Map() };
    joined.set(part.code, entry);
    for (const { period, value } of part.points) entry.values.set(period, value);
  }
  return [...joined.values()].map(({ series, values }) => ({
    ...series,
    // Periods of one frequency have one form, in which the order of texts is that of time.
    points: [...values]
      .map(([period, value]) => ({ period, value }))
      .sort((a, b) => (a.period < b.period ? -1 : 1)),
  }));
}
