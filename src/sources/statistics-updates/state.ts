/** What is remembered of series, and what a poll brings. */

import { known } from "../../lib/known.ts";
import type { Series } from "../../model/items.ts";
import type { SeriesData, SeriesInfo } from "../../upstreams/statistics/records.ts";

export type Point = readonly [period: string, value: number | null];

/** One stored series. */
export interface SeriesBody {
  readonly series: Series;
  /** Oldest first. */
  readonly points: readonly Point[];
  /** When the service last updated it, as its data said. */
  readonly lastUpdate?: string;
  /** The same as the catalogue said when the data was fetched. */
  readonly listed?: string;
}

/** What a poll saw of one scope. */
export interface ScopeAnswer {
  readonly scope: string;
  /** Whether series may come and go in this scope; not where they are watched by code. */
  readonly open: boolean;
  /** Series whose data was fetched; the others are as they were. */
  readonly fetched: readonly SeriesBody[];
  /** Stored series that the catalogue does not have any more. */
  readonly gone: readonly string[];
  /** Stored series that a narrower watch tells of. */
  readonly elsewhere: readonly string[];
  /** Of the part of the catalogue that the scope depends on. */
  readonly fingerprint?: string;
}

export interface StatisticsAnswer {
  /** All scopes that are watched now, also those that failed. */
  readonly watched: readonly string[];
  readonly scopes: readonly ScopeAnswer[];
}

export interface StatisticsCursor {
  /** Scopes that were seen, each with the fingerprint that was fetched last ("" where there is none). */
  readonly scopes: Readonly<Record<string, string>>;
}

export function toBody(db: string, data: SeriesData, info: SeriesInfo | undefined): SeriesBody {
  const points = data.points
    .map(({ period, value }): Point => [period, value])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const series = withLatest(
    known({
      db,
      code: data.code,
      name: data.name ?? info?.name,
      unit: data.unit ?? info?.unit,
      frequency: data.frequency ?? info?.frequency,
      category: data.category ?? info?.category,
    }),
    points,
  );
  return known({ series, points, lastUpdate: data.lastUpdate, listed: info?.lastUpdate });
}

/** The series with its latest period that has a value. */
export function withLatest(series: Series, points: readonly Point[]): Series {
  const { period: _period, value: _value, ...rest } = series;
  const latest = points.findLast(([, value]) => value !== null);
  if (latest === undefined || latest[1] === null) return rest;
  return { ...rest, period: latest[0], value: latest[1] };
}
