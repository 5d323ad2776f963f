/** State of series, the answer of a poll, and which series stand. */
import { nextTurn } from "../../lib/turns.ts";
import { addDays, isDay } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import type { ItemPast, StandingAnswers, StandingItem } from "../../model/standing.ts";
import type { SeriesInfo } from "../../upstreams/statistics/records.ts";
import { storedItem } from "../compare.ts";
import type { SourceState } from "../source.ts";
import { type SeriesItem, seriesName } from "./events.ts";

export type Point = readonly [period: string, value: number | null];

/** One stored series. */
export interface SeriesBody {
  readonly series: SeriesItem;
  /** Oldest first. */
  readonly points: readonly Point[];
  /** Last update by the service, according to its data. */
  readonly lastUpdate?: string;
  /** Last update according to the catalogue when the data was fetched. */
  readonly listed?: string;
}

/** The data of one series as it came. A poll may bring tens of thousands, so it is kept small. */
export interface FetchedSeries {
  readonly series: SeriesItem;
  /** Oldest first; one list for all series that have the same. */
  readonly periods: readonly string[];
  /** Value of each period; NaN if there is none: numbers alone take a quarter of the memory. */
  readonly values: readonly number[];
  readonly lastUpdate: string | undefined;
  readonly listed: string | undefined;
}

/** Findings of a poll about one scope. */
export interface ScopeSeries {
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
  readonly scopes: readonly ScopeSeries[];
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
export function seriesBody({ series, periods, values, lastUpdate, listed }: FetchedSeries): SeriesBody {
  const points = periods.map((period, index): Point => [period, valueOrNull(values[index])]);
  return known({ series, points, lastUpdate, listed });
}

function valueOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** The series with its latest period that has a value. */
export function withLatest(series: SeriesItem, points: readonly Point[]): SeriesItem {
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

/** Scopes that may have a series: watched by its code, by a layer, or with its whole database. */
export function scopesWith(db: string, code: string, cursor: StatisticsCursor | undefined): string[] {
  return Object.keys(cursor?.scopes ?? {}).filter(
    (scope) => scope === seriesName(db, code) || scope === db || scope.startsWith(`${db}:`),
  );
}

// The series that stand: each with its latest value, and behind it the values of past periods.

const past: ItemPast = {
  stored(key, { cursor, item }) {
    const slash = key.indexOf("/");
    const [db, code] = [key.slice(0, slash), key.slice(slash + 1)];
    for (const scope of scopesWith(db, code, cursor as StatisticsCursor)) {
      const body = item(scope, code);
      if (body !== undefined) return formsOf(body as SeriesBody);
    }
    return [];
  },
  before(forms, now) {
    const { added = [], revisions = [] } = now as Partial<SeriesItem>;
    const news = new Set(added.map(({ period }) => period));
    const values = new Map(revisions.map(({ period, from }) => [period, from]));
    const old = forms.filter((form) => !news.has(periodOf(form)));
    const kept = old.map((form) => {
      const value = values.get(periodOf(form));
      return value === undefined ? form : { ...form, now: { ...form.now, value } };
    });
    // A value that was withdrawn is no form any more.
    const there = new Set(kept.map(periodOf));
    const [some] = forms;
    const withdrawn = revisions.flatMap(({ period, from, to }) =>
      to === undefined && !there.has(period) && some !== undefined ? [formOf(some.now, period, from)] : [],
    );
    if (withdrawn.length === 0) return kept;
    return [...kept, ...withdrawn].sort((one, other) => (periodOf(one) < periodOf(other) ? -1 : 1));
  },
};

function periodOf({ now }: StandingItem): string {
  return String(now.period);
}

function formsOf({ series, points, lastUpdate, listed }: SeriesBody): StandingItem[] {
  const known = lastUpdate ?? listed;
  return points.flatMap(([period, value]) => (value === null ? [] : [formOf(series, period, value, known)]));
}

/** @param known the day up to which all periods were published */
function formOf(series: StandingItem["now"], period: string, value: number, known?: string): StandingItem {
  const end = endOf(period);
  const published = end !== undefined && known !== undefined && end > known ? known : end;
  return {
    subject: seriesName(String(series.db), String(series.code)),
    now: { ...series, period, value },
    occurred: isDay(period) ? period : undefined,
    published,
  };
}

const ends: Readonly<Record<string, string>> = {
  ...{ H1: "06-30", H2: "12-31" },
  ...{ Q1: "03-31", Q2: "06-30", Q3: "09-30", Q4: "12-31" },
};

/** The last day of a period, as which its value counts as published; undefined for one of another form. */
function endOf(period: string): string | undefined {
  const [year = "", part, day] = period.split("-");
  if (day !== undefined) return isDay(period) ? period : undefined;
  if (part === undefined) return `${year}-12-31`;
  const end = ends[part];
  if (end !== undefined) return `${year}-${end}`;
  const last = new Date(Date.UTC(Number(year), Number(part), 0));
  return Number.isNaN(last.getTime()) ? undefined : last.toISOString().slice(0, 10);
}

export const standing: StandingAnswers = {
  passing: ["added", "revisions"],
  effect: (type) => (type === "statistics.series.removed" ? "gone" : "stands"),
  keyOf: ({ db, code }) => seriesName(String(db), String(code)),
  subjectOf: ({ db, code }) => seriesName(String(db), String(code)),
  datesOf({ period }) {
    const latest = period as SeriesItem["period"];
    return latest !== undefined && isDay(latest) ? { occurred: latest } : {};
  },
  replaces: () => true,
  stored(body) {
    const { series: now, lastUpdate, listed } = body as SeriesBody;
    return { now, published: lastUpdate ?? listed };
  },
  past,
};
