/** Publications of the statistics service: new periods as time goes on, and old ones that are revised. */
import type { Script } from "../../script.ts";
import { createDice, wave } from "../dice.ts";
import type { PublicationTimes } from "../publication-times.ts";
import type { TradingCalendar } from "../trading-calendar.ts";
import { createCatalogue, type Series, type SeriesList } from "./catalogue.ts";
import { createPeriods, isWithin } from "./periods.ts";

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
  points(series: Series, at: number, start?: number, end?: number): Point[];
  /** First and last published period. */
  span(series: Series, at: number): { first: number; last: number };
  /** The moment of the newest publication. */
  publishedAt(at: number): number;
  /** Number of the business day on which the series last changed. */
  updatedOn(series: Series, at: number): number;
}

const yearsOfHistory = 10;

export function createStatistics(
  seed: number,
  { calendar, times }: { calendar: TradingCalendar; times: PublicationTimes },
  revisions: Script["revisions"],
  catalogueSize: "small" | "full" = "small",
): Statistics {
  const dice = createDice(seed, "statistics");
  const catalogue = createCatalogue(catalogueSize);
  const idOf = ({ db, code }: { db: string; code: string }) => catalogue.get(db)?.byCode(code)?.id;
  const pinned = new Map(revisions.map((one) => [`${idOf(one)} ${one.periodDay}`, one]));
  const pinnedIds = new Set(revisions.map(idOf));
  const periods = createPeriods(calendar);
  const historyFrom = `${Number(calendar.dateOf(0).slice(0, 4)) - yearsOfHistory}-01-01`;
  const publicationDay = (at: number) => times.lastDay("statistics", at);

  const releasedOn = ({ id, frequency }: Series, period: number): number => {
    const after = periods.dayAfter(frequency, period);
    const lag = frequency === "D" ? 0 : frequency === "W" ? 1 : 2 + Math.floor(dice(id, 1) * 14);
    return after + lag;
  };
  const firstPeriod = ({ frequency }: Series) => periods.at(frequency, historyFrom);
  const lastPeriod = (series: Series, day: number): number => {
    if (series.frequency === "D") return day - 1;
    let period = periods.at(series.frequency, calendar.dateOf(day));
    while (releasedOn(series, period) > day) period -= 1;
    return period;
  };
  /** Change of a period's value after its first publication: the factor, and the day. */
  const revision = (series: Series, period: number): { day: number; factor: number } | undefined => {
    const script = pinnedIds.has(series.id) ? pinned.get(`${series.id} ${period}`) : undefined;
    if (script) return script;
    const daily = series.frequency === "D";
    if (dice(series.id, period, 2) >= (daily ? 0.04 : 0.3)) return undefined;
    const day = daily
      ? period + 3 + Math.floor(dice(series.id, period, 3) * 4)
      : releasedOn(series, period + 1);
    return { day, factor: 1 + series.swing * 0.1 * (dice(series.id, period, 4) - 0.5) };
  };
  const figure = (series: Series, period: number, day: number): number | null => {
    const { id, level, swing, decimals, leads } = series;
    const isLateValue = series.frequency === "D" && !leads && dice(id, period, 5) < 0.01;
    if (isLateValue && day < period + 2) return null;
    const own = leads ? level : level * (0.6 + dice(id, 6));
    const path = 1 + swing * (wave(dice, id, period / 20) + 0.1 * (dice(id, period, 7) - 0.5));
    const revised = revision(series, period);
    const factor = revised && revised.day <= day ? revised.factor : 1;
    return Number((own * path * factor).toFixed(decimals));
  };

  return {
    series: (db) => catalogue.get(db),
    points(series, at, start, end) {
      const day = publicationDay(at);
      const points: Point[] = [];
      const last = lastPeriod(series, day);
      for (let period = firstPeriod(series); period <= last; period += 1) {
        const label = periods.label(series.frequency, period);
        if (isWithin(series.frequency, label, start, end))
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
