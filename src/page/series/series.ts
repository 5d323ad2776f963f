/** `/api/series?db=FM08&code=FXERD01`: a series with its revisions. */
import * as z from "zod";
import { isSimulatedEvent, simulatedNames, simulatedPast } from "../../config/services.ts";
import type { JsonRoute } from "../../lib/http/port.ts";
import type { Event, Fields } from "../../model/event.ts";
import { known } from "../../model/fields.ts";
import { dayStart, thinned } from "../../model/page/points.ts";
import type { SeriesAnswer, SeriesRevision, SeriesRow } from "../../model/page/series.ts";
import type { TimedValue } from "../../model/page/stock.ts";
import {
  type SeriesReading,
  type ShownSeries,
  sourceMembers,
  type UpstreamName,
} from "../../sources/index.ts";
import { type PageParts, reading, written } from "../page-call.ts";
import { openPast, type PastReading } from "../read-past.ts";
import {
  type Axis,
  alertsWithin,
  axisOf,
  axisQuery,
  latestTime,
  pastOf,
  serviceTime,
} from "../stock/axis.ts";

const question = z.object({ db: written, code: written, ...axisQuery });

const mostRevisions = 2_000;
const mostRows = 1_000;

export function seriesCall(parts: PageParts): JsonRoute {
  return reading("/api/series", question, async (asked) => {
    const subject = `${asked.db}/${asked.code}`;
    const past = openPast(subject, parts.store, parts.config);
    try {
      const series = await findSeries(asked.db, asked.code, past);
      if (series === undefined) return { status: 404, body: { error: `no series ${subject} is known` } };
      const now = latestTime([series.service], parts);
      return { status: 200, body: await seriesAnswer(series, axisOf(asked, now), past, parts) };
    } finally {
      past.close();
    }
  });
}

interface FoundSeries extends SeriesReading {
  readonly shown: ShownSeries;
  readonly service: UpstreamName;
}

/** The series as the first source has it that knows it. */
async function findSeries(db: string, code: string, past: PastReading): Promise<FoundSeries | undefined> {
  for (const { name, upstream, shown } of sourceMembers) {
    const found = await shown.series?.known(db, code, pastOf(name, past));
    if (found && shown.series) return { ...found, shown: shown.series, service: upstream };
  }
  return undefined;
}

async function seriesAnswer(
  { facts, values, origin, shown, service }: FoundSeries,
  { from, to }: Axis,
  past: PastReading,
  { config, calendar, now, servicesNow }: PageParts,
): Promise<SeriesAnswer> {
  const { events, isCut } = await past.logged([shown.revised], mostRevisions);
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
    ...{ from, to, origin, isSimulated: simulated.includes(service) },
    nextUpdate: origin === "live" ? shown.nextUpdate(facts, calendar()) : undefined,
    seenSince: seenSince(shown, past),
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
function seenSince({ told }: ShownSeries, past: PastReading): string | undefined {
  return past.oldest(told)[0]?.time;
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
