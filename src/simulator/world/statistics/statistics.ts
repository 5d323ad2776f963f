/** Publications of the statistics service: new periods as time goes on, and old ones that are revised. */
import type { Script } from "../../script.ts";
import { createDice, type Dice, wave } from "../dice.ts";
import type { PublicationTimes } from "../publication-times.ts";
import type { WorldCalendar } from "../trading-calendar.ts";
import { type CatalogueSeries, createCatalogue, type SeriesList } from "./catalogue.ts";
import { createPeriods, isInBounds, type Periods } from "./periods.ts";

interface Point {
  /** Label in the service's form, see periods.ts. */
  readonly label: number;
  /** null: not known (yet). */
  readonly value: number | null;
}

export interface Statistics {
  /** The series of a database in catalogue order; undefined for a database that does not exist. */
  series(db: string): SeriesList | undefined;
  /** Oldest first; bounds in the form of the frequency, both included. */
  points(series: CatalogueSeries, at: number, start?: number, end?: number): Point[];
  /** First and last published period. */
  span(series: CatalogueSeries, at: number): { first: number; last: number };
  /** The moment of the newest publication. */
  publishedAt(at: number): number;
  /** Number of the business day on which the series last changed. */
  updatedOn(series: CatalogueSeries, at: number): number;
}

const yearsOfHistory = 10;

export function createStatistics(
  seed: number,
  { calendar, times }: { calendar: WorldCalendar; times: PublicationTimes },
  revisions: Script["revisions"],
  catalogueSize: "small" | "full" = "small",
): Statistics {
  const dice = createDice(seed, "statistics");
  const catalogue = createCatalogue(catalogueSize);
  const periods = createPeriods(calendar);
  const { releasedOn, firstPeriod, lastPeriod } = createReleases(dice, calendar, periods);
  const idOf = ({ db, code }: { db: string; code: string }) => catalogue.get(db)?.byCode(code)?.id;
  const figure = createFigures(
    dice,
    releasedOn,
    revisions.map((one) => ({ ...one, id: idOf(one) })),
  );
  const publicationDay = (at: number) => times.lastDay("statistics", at);

  return {
    series: (db) => catalogue.get(db),
    points(series, at, start, end) {
      const day = publicationDay(at);
      const points: Point[] = [];
      const last = lastPeriod(series, day);
      for (let period = firstPeriod(series); period <= last; period += 1) {
        const label = periods.label(series.frequency, period);
        if (isInBounds(series.frequency, label, start, end))
          points.push({ label, value: figure(series, period, day) });
      }
      return points;
    },
    span(series, at) {
      const last = lastPeriod(series, publicationDay(at));
      const label = (period: number) => periods.label(series.frequency, period);
      return { first: label(firstPeriod(series)), last: label(last) };
    },
    publishedAt: (at) => times.outAt("statistics", publicationDay(at)),
    updatedOn(series, at) {
      return releasedOn(series, lastPeriod(series, publicationDay(at)));
    },
  };
}

/** Which periods a series has on a business day: each comes out some days after its end. */
function createReleases(dice: Dice, calendar: WorldCalendar, periods: Periods) {
  const historyFrom = `${Number(calendar.dateOf(0).slice(0, 4)) - yearsOfHistory}-01-01`;
  const releasedOn = ({ id, frequency }: CatalogueSeries, period: number): number => {
    const after = periods.dayAfter(frequency, period);
    const lag = frequency === "D" ? 0 : frequency === "W" ? 1 : 2 + Math.floor(dice(id, 1) * 14);
    return after + lag;
  };
  return {
    releasedOn,
    firstPeriod: ({ frequency }: CatalogueSeries) => periods.at(frequency, historyFrom),
    lastPeriod(series: CatalogueSeries, day: number): number {
      if (series.frequency === "D") return day - 1;
      let period = periods.at(series.frequency, calendar.dateOf(day));
      while (releasedOn(series, period) > day) period -= 1;
      return period;
    },
  };
}

/** Change of a period's value after its first publication. */
interface Revision {
  readonly day: number;
  readonly factor: number;
}

type PinnedRevision = Script["revisions"][number] & { readonly id: number | undefined };

/** The values of periods as they read on a business day; null: not known yet. */
function createFigures(
  dice: Dice,
  releasedOn: (series: CatalogueSeries, period: number) => number,
  revisions: readonly PinnedRevision[],
) {
  const pinned = new Map(revisions.map((one) => [`${one.id} ${one.periodDay}`, one]));
  const pinnedIds = new Set(revisions.map(({ id }) => id));
  const revision = (series: CatalogueSeries, period: number): Revision | undefined => {
    const script = pinnedIds.has(series.id) ? pinned.get(`${series.id} ${period}`) : undefined;
    if (script) return script;
    const daily = series.frequency === "D";
    if (dice(series.id, period, 2) >= (daily ? 0.04 : 0.3)) return undefined;
    const day = daily
      ? period + 3 + Math.floor(dice(series.id, period, 3) * 4)
      : releasedOn(series, period + 1);
    return { day, factor: 1 + series.swing * 0.1 * (dice(series.id, period, 4) - 0.5) };
  };
  return (series: CatalogueSeries, period: number, day: number): number | null => {
    const { id, level, swing, decimals, leads } = series;
    const isLateValue = series.frequency === "D" && !leads && dice(id, period, 5) < 0.01;
    if (isLateValue && day < period + 2) return null;
    const own = leads ? level : level * (0.6 + dice(id, 6));
    const path = 1 + swing * (wave(dice, id, period / 20) + 0.1 * (dice(id, period, 7) - 0.5));
    const revised = revision(series, period);
    const factor = revised && revised.day <= day ? revised.factor : 1;
    return Number((own * path * factor).toFixed(decimals));
  };
}
