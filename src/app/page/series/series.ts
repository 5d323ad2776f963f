/** `/api/series?db=FM08&code=FXERD01`: a series with its revisions. */
import * as z from "zod";
import { known } from "../../../model/fields.ts";
import type { SeriesAnswer, SeriesRow } from "../../../model/page/series.ts";
import type { TimedValue } from "../../../model/page/stock.ts";
import type { JsonRoute } from "../../../outputs/output.ts";
import { isSimulatedEvent, simulatedNames, simulatedPast } from "../../services.ts";
import type { PageParts } from "../index.ts";
import { openPast, type PastReading } from "../past/read-past.ts";
import { dayStart, serviceTime } from "../past/service-time.ts";
import { thinned } from "../past/thin-points.ts";
import { reading, written } from "../query.ts";
import { alertsWithin } from "../stock/alerts.ts";
import { type Axis, axisOf, axisQuery, latestTime } from "../stock/axis.ts";
import { nextUpdateOf } from "./next-update.ts";
import { firstDayOf, firstValues, revisionsOf } from "./revisions.ts";
import { type KnownSeries, knownSeries } from "./values.ts";

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
