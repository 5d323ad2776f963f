/** `/api/series?db=FM08&code=FXERD01`: a series with its revisions. */
import * as z from "zod";
import { isSimulatedEvent, simulatedNames, simulatedPast } from "../../config/services.ts";
import type { JsonRoute } from "../../lib/http/port.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import type { Event, Fields } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import type { SeriesAnswer, SeriesRevision, SeriesRow } from "../../model/page/series.ts";
import type { TimedValue } from "../../model/page/stock.ts";
import { endAfter, periodPublishedOn, rhythmOf } from "../../upstreams/statistics/past-records.ts";
import { readFrequency } from "../../upstreams/statistics/records.ts";
import { type PageParts, reading, written } from "../page-call.ts";
import { openPast, type PastReading } from "../past/read-past.ts";
import { dayStart, serviceTime, thinned } from "../past/service-time.ts";
import { type Axis, alertsWithin, axisOf, axisQuery, latestTime } from "../stock/axis.ts";

const question = z.object({ db: written, code: written, ...axisQuery });

const mostRevisions = 2_000;
const mostRows = 1_000;

export function seriesCall(parts: PageParts): JsonRoute {
  return reading("/api/series", question, async (asked) => {
    const subject = `${asked.db}/${asked.code}`;
    const past = openPast(subject, parts.store, parts.config);
    try {
      const series = await knownSeries(asked.db, asked.code, past);
      if (series === undefined) return { status: 404, body: { error: `no series ${subject} is known` } };
      const now = latestTime(["statistics"], parts);
      return { status: 200, body: await seriesAnswer(series, axisOf(asked, now), past, parts) };
    } finally {
      past.close();
    }
  });
}

async function seriesAnswer(
  { facts, values, origin }: KnownSeries,
  { from, to }: Axis,
  past: PastReading,
  { config, calendar, now, servicesNow }: PageParts,
): Promise<SeriesAnswer> {
  const { events, isCut } = await past.logged(["statistics.series.revised"], mostRevisions);
  const revisions = revisionsOf(events);
  const first = firstValues(revisions);
  const isInside = ({ period }: { readonly period: string }) => isWithin(firstDayOf(period), from, to);
  const rows: SeriesRow[] = values
    .map(([period, value]) => known({ period, value: value ?? undefined, first: first.get(period) }))
    .filter(isInside);
  const pointsOf = (some: readonly SeriesRow[], shown: (row: SeriesRow) => number | undefined) =>
    thinned(some.map((row): TimedValue => [dayStart(firstDayOf(row.period)), shown(row) ?? null]));
  const revised = rows.filter((row) => row.first !== undefined);
  const time = serviceTime(events, { seen: now(), own: servicesNow() });
  const alerts = await alertsWithin({
    past,
    time,
    from,
    to,
    isSimulated: (event) => isSimulatedEvent(config, event),
  });
  const simulated = origin === "live" ? simulatedNames(config) : simulatedPast(config, past.origins());
  const inside = revisions.filter(isInside).toReversed();
  return known({
    ...facts,
    ...{ from, to, origin, isSimulated: simulated.includes("statistics") },
    nextUpdate: origin === "live" ? nextUpdateOf(facts, calendar()) : undefined,
    seenSince: seenSince(past),
    points: pointsOf(rows, ({ value }) => value),
    original: revised.length === 0 ? [] : pointsOf(rows, ({ first: before, value }) => before ?? value),
    revised: revised.length === 0 ? [] : pointsOf(revised, ({ value }) => value),
    rows: rows.toReversed().slice(0, mostRows),
    revisions: inside.slice(0, mostRows),
    alerts: alerts.alerts,
    isCut: isCut || alerts.isCut || rows.length > mostRows || inside.length > mostRows,
  });
}

function isWithin(day: string, from: number, to: number): boolean {
  const at = dayStart(day);
  return at >= from && at <= to;
}

/** When it was first told that the series has anything new: its revisions are known from then on at the least. */
function seenSince(past: PastReading): string | undefined {
  const [first] = past.oldest(["added", "updated", "revised"].map((verb) => `statistics.series.${verb}`));
  return first?.time;
}

// What a series said before: its revisions as the log has them, and the values that were told first.
interface WrittenRevision {
  readonly period: string;
  readonly from: number;
  readonly to?: number;
}

/** Revisions in the order in which they were seen. */
function revisionsOf(events: readonly Event[]): SeriesRevision[] {
  return events.flatMap(({ time, published, data }) =>
    writtenIn(data.now).map(({ period, from, to }) => known({ period, from, to, published, seen: time })),
  );
}

function writtenIn({ revisions }: Fields): readonly WrittenRevision[] {
  return Array.isArray(revisions) ? revisions : [];
}

/** The value that each revised period had first. */
function firstValues(revisions: readonly SeriesRevision[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { period, from } of revisions) if (!first.has(period)) first.set(period, from);
  return first;
}

const starts: Readonly<Record<string, string>> = {
  ...{ H1: "01-01", H2: "07-01", Q1: "01-01", Q2: "04-01", Q3: "07-01", Q4: "10-01" },
};

/** The first day of a period such as 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05. */
function firstDayOf(period: string): string {
  const [year = "", part, day] = period.split("-");
  if (day !== undefined) return period;
  if (part === undefined) return `${year}-01-01`;
  return `${year}-${starts[part] ?? `${part}-01`}`;
}

// The values of a series as its source stores them; where it is not watched any more, as the history has
// them.
const source = "statistics-updates";
const always = { from: "0001-01-01", to: "9999-12-31" };

type SeriesFacts = Pick<
  SeriesAnswer,
  "db" | "code" | "name" | "unit" | "frequency" | "category" | "period" | "value" | "lastUpdate"
>;

interface KnownSeries {
  readonly facts: SeriesFacts;
  /** Oldest first; null where a period has no value. */
  readonly values: readonly (readonly [period: string, value: number | null])[];
  readonly origin: SeriesAnswer["origin"];
}

/** A body of the source's state. */
interface StoredSeries {
  readonly series: SeriesFacts;
  readonly points: KnownSeries["values"];
  readonly lastUpdate?: string;
  readonly listed?: string;
}

async function knownSeries(db: string, code: string, past: PastReading): Promise<KnownSeries | undefined> {
  return storedSeries(db, code, past) ?? fetchedSeries(db, code, past);
}

/** It is watched by its code, by a layer, or with its whole database. */
function storedSeries(db: string, code: string, past: PastReading): KnownSeries | undefined {
  const { scopes = {} } = (past.cursor(source) ?? {}) as {
    readonly scopes?: Readonly<Record<string, unknown>>;
  };
  const own = Object.keys(scopes).filter(
    (scope) => scope === `${db}/${code}` || scope === db || scope.startsWith(`${db}:`),
  );
  for (const scope of own) {
    const body = past.storedOne(source, scope, code) as StoredSeries | undefined;
    if (body === undefined) continue;
    const lastUpdate = body.lastUpdate ?? body.listed;
    return { facts: known({ ...body.series, lastUpdate }), values: body.points, origin: "live" };
  }
  return undefined;
}

async function fetchedSeries(db: string, code: string, past: PastReading): Promise<KnownSeries | undefined> {
  const points = new Map<string, number>();
  for (const { row } of await past.fetched("statistics/points", always))
    if (typeof row.period === "string" && typeof row.value === "number") points.set(row.period, row.value);
  const values = [...points].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const [latest] = values.slice(-1);
  if (latest === undefined) return undefined;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const [newest] = (await past.fetched("statistics/series", always)).slice(-1);
  const { name, unit, frequency, category, lastUpdate } = newest?.row ?? {};
  const facts: SeriesFacts = known({
    ...{ db, code, name: text(name), unit: text(unit), frequency: text(frequency), category: text(category) },
    ...{ lastUpdate: text(lastUpdate), period: latest[0], value: latest[1] },
  });
  return { facts, values, origin: "history" };
}

// When a series is likely to come out next, by the rhythm of its periods so far.
interface Facts {
  readonly frequency?: string | undefined;
  readonly period?: string | undefined;
  readonly lastUpdate?: string | undefined;
}

/** The day (YYYY-MM-DD); undefined where the frequency or the latest period is not known. */
function nextUpdateOf(
  { frequency = "", period, lastUpdate }: Facts,
  calendar: TradingCalendar,
): string | undefined {
  const known = readFrequency(frequency);
  if (known === undefined || period === undefined) return undefined;
  const isBusinessDay = (day: string) => calendar.isTradingDay(day);
  const rhythm = rhythmOf(known, period, lastUpdate, isBusinessDay);
  const next = periodPublishedOn(endAfter(rhythm, isBusinessDay), rhythm, isBusinessDay);
  // A value that came late, or a revision, moves no period to a day that has passed.
  return lastUpdate !== undefined && next <= lastUpdate ? calendar.addTradingDays(lastUpdate, 1) : next;
}
