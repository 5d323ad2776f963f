/** Makes fetched series small: texts and lists of periods that many of them have are kept once. */
import { known } from "../../lib/known.ts";
import type { SeriesData, SeriesInfo } from "../../upstreams/statistics/records.ts";
import { type FetchedSeries, withLatest } from "./state.ts";

/** Packs the series of one poll. */
export type PackSeries = (db: string, data: SeriesData, info: SeriesInfo | undefined) => FetchedSeries;

export function createPackSeries(): PackSeries {
  const texts = new Map<string, string>();
  /** The texts of a field that most series share; names they do not. */
  const shared = (text: string | undefined): string | undefined => {
    if (text === undefined) return undefined;
    const one = texts.get(text);
    if (one === undefined) texts.set(text, text);
    return one ?? text;
  };
  let lastPeriods: readonly string[] = [];

  return (db, data, info) => {
    const points = inOrder(data.points);
    const isSame =
      points.length === lastPeriods.length && points.every(({ period }, at) => period === lastPeriods[at]);
    if (!isSame) lastPeriods = points.map(({ period }) => shared(period) ?? period);
    const series = known({
      db,
      code: data.code,
      name: data.name,
      unit: shared(data.unit ?? info?.unit),
      frequency: shared(data.frequency ?? info?.frequency),
      category: shared(data.category ?? info?.category),
    });
    const latest = points.findLast(({ value }) => value !== null);
    return {
      series: withLatest(series, latest === undefined ? [] : [[latest.period, latest.value]]),
      periods: lastPeriods,
      values: points.map(({ value }) => value ?? Number.NaN),
      lastUpdate: shared(data.lastUpdate),
      listed: info?.lastUpdate,
    };
  };
}

/** They nearly always come in order, and there may be millions. */
function inOrder(points: SeriesData["points"]): SeriesData["points"] {
  const isInOrder = points.every(({ period }, at) => at === 0 || (points[at - 1]?.period ?? "") <= period);
  return isInOrder
    ? points
    : points.toSorted((a, b) => (a.period < b.period ? -1 : a.period > b.period ? 1 : 0));
}
