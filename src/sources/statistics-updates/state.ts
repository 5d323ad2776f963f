/** State of series, and the answer of a poll. */

import { nextTurn } from "../../lib/turns.ts";
import { addDays } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import type { SeriesInfo } from "../../upstreams/statistics/records.ts";
import { storedItem } from "../compare.ts";
import type { SourceState } from "../source.ts";
import type { Series } from "./events.ts";

export type Point = readonly [period: string, value: number | null];

/** One stored series. */
export interface SeriesBody {
  readonly series: Series;
  /** Oldest first. */
  readonly points: readonly Point[];
  /** Last update by the service, according to its data. */
  readonly lastUpdate?: string;
  /** Last update according to the catalogue when the data was fetched. */
  readonly listed?: string;
}

/** The data of one series as it came. A poll may bring tens of thousands, so it is kept small. */
export interface FetchedSeries {
  readonly series: Series;
  /** Oldest first; one list for all series that have the same. */
  readonly periods: readonly string[];
  /** Value of each period; NaN if there is none: numbers alone take a quarter of the memory. */
  readonly values: readonly number[];
  readonly lastUpdate: string | undefined;
  readonly listed: string | undefined;
}

/** Findings of a poll about one scope. */
export interface ScopeAnswer {
  readonly scope: string;
  /** Whether series may come and go in this scope; not where they are watched by code. */
  readonly open: boolean;
  /** Series whose data was fetched; the others are as they were. */
  readonly fetched: readonly FetchedSeries[];
  /** Number of stored series that are still there, fetched or not. */
  readonly known: number;
  /** While the scope is seen for the first time in parts: its series so far, and whether more are to come. */
  readonly first?: { readonly items: number; readonly more: boolean };
  /** Stored series that the catalogue does not have any more. */
  readonly gone: readonly string[];
  /** Stored series that a narrower watch tells of. */
  readonly elsewhere: readonly string[];
  /** Fingerprint of the part of the catalogue that the scope depends on. */
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
  /** Scopes of whose first sight only a part is stored. */
  readonly unfinished?: readonly string[];
  /** First sights that became whole meanwhile, to be told with those. */
  readonly untold?: { readonly items: number; readonly scopes: readonly string[] };
}

/** Makes the stored body of a series that was not known before. */
export function bodyOf({ series, periods, values, lastUpdate, listed }: FetchedSeries): SeriesBody {
  const points = periods.map((period, index): Point => [period, valueOrNull(values[index])]);
  return known({ series, points, lastUpdate, listed });
}

function valueOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** The series with its latest period that has a value. */
export function withLatest(series: Series, points: readonly Point[]): Series {
  const { period: _period, value: _value, ...rest } = series;
  const latest = points.findLast(([, value]) => value !== null);
  if (latest === undefined || latest[1] === null) return rest;
  return { ...rest, period: latest[0], value: latest[1] };
}

/** Facts about a stored series that decide what a poll asks for; without its data, which may be large. */
export type KnownSeries = Pick<SeriesBody, "lastUpdate" | "listed">;

/** Reads the stored body of a series when it is needed. */
export type StoredOf = (code: string) => SeriesBody | undefined;

/** A few milliseconds to read. */
const perPage = 500;

/** Reads the facts by series code. Most series share theirs with others, and there may be 166,513: each is kept once. */
export async function knownSeries(
  state: SourceState,
  scope: string,
): Promise<ReadonlyMap<string, KnownSeries>> {
  const known = new Map<string, KnownSeries>();
  const facts = new Map<string, KnownSeries>();
  for (let after = ""; ; ) {
    const page = state.page(scope, ["lastUpdate", "listed"], after, perPage);
    for (const [code, lastUpdate, listed] of page) {
      const name = `${lastUpdate} ${listed}`;
      const shared = facts.get(name) ?? { ...text("lastUpdate", lastUpdate), ...text("listed", listed) };
      facts.set(name, shared);
      known.set(code, shared);
      after = code;
    }
    if (page.length < perPage) return known;
    await nextTurn();
  }
}

function text(name: keyof KnownSeries, value: unknown): KnownSeries {
  return typeof value === "string" ? { [name]: value } : {};
}

/** @param known what is stored of the scope: the database need not be asked for what is not */
export function storedIn(
  state: SourceState,
  scope: string,
  known: ReadonlyMap<string, KnownSeries>,
): StoredOf {
  return (code) => (known.has(code) ? storedItem<SeriesBody>(state, scope, code) : undefined);
}

/** Whether the catalogue says that a series has data that is not stored. */
export function needsFetch(info: SeriesInfo, stored: KnownSeries | undefined, today: string): boolean {
  if (stored === undefined || info.lastUpdate === undefined) return true;
  return info.lastUpdate !== stored.listed || isBehind(info, stored, today);
}

/**
 * Whether the data came older than the catalogue says, which happens while an update is under way. A
 * disagreement that lasts longer is how the service is, and asking on would not help.
 */
export function isBehind(
  info: SeriesInfo,
  stored: { readonly lastUpdate?: string | undefined },
  today: string,
): boolean {
  const { lastUpdate } = info;
  if (lastUpdate === undefined || stored.lastUpdate === undefined) return false;
  return stored.lastUpdate < lastUpdate && isYoung(info, today);
}

/** Whether the catalogue says that a series was updated today or yesterday. */
export function isYoung(info: SeriesInfo | undefined, today: string): boolean {
  return info?.lastUpdate !== undefined && info.lastUpdate >= addDays(today, -1);
}
