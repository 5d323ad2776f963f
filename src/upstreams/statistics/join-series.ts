import type { SeriesData } from "./records.ts";

type Points = SeriesData["points"];

/**
 * One record a series, in the order in which they came, periods oldest first. A series that came in several
 * parts is joined; where parts overlap the later one counts.
 */
export function joinSeries(parts: readonly SeriesData[]): SeriesData[] {
  const joined = new Map<string, { series: SeriesData; points: Points[] }>();
  for (const part of parts) {
    const entry = joined.get(part.code) ?? { series: part, points: [] };
    joined.set(part.code, entry);
    entry.points.push(part.points);
  }
  return [...joined.values()].map(({ series, points }) => ({ ...series, points: inOrder(points.flat()) }));
}

/** Periods of one frequency have one form, in which the order of texts is that of time. Of the same period the last counts. */
function inOrder(points: Points): Points {
  // Services send them in order; an answer may have tens of thousands.
  if (points.every(({ period }, at) => at === 0 || (points[at - 1]?.period ?? "") < period)) return points;
  const values = new Map(points.map(({ period, value }) => [period, value]));
  return [...values]
    .map(([period, value]) => ({ period, value }))
    .sort((a, b) => (a.period < b.period ? -1 : 1));
}
