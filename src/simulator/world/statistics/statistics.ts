/**
 * Publications of the statistics service: new periods as time goes on, and old ones that are revised; and the periods that
 * series have values for.
 */
import type { Script } from "../../script.ts";
import { createDice, type Dice, wave } from "../dice.ts";
import type { Publications } from "../publication-times.ts";
import { dateNumber, isoDate, type WorldCalendar } from "../trading-calendar.ts";
import { type CatalogueSeries, createCatalogue, type Frequency, type SeriesList } from "./catalogue.ts";

interface Point {
  /** Label in the service's form, see `Periods`. */
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
  { calendar, times }: { calendar: WorldCalendar; times: Publications },
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
        if (isPeriodIn(series.frequency, label, start, end))
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

// The periods that series have values for. Each is a number that grows by one from period to period.

interface Periods {
  /** The period that a date lies in; for D the business day on or after it. */
  at(frequency: Frequency, date: string): number;
  /** Label as the service writes it: YYYY, YYYYHH, YYYYQQ, YYYYMM or YYYYMMDD. */
  label(frequency: Frequency, period: number): number;
  /** Number of the first business day after the period's end. */
  dayAfter(frequency: Frequency, period: number): number;
}

/** Months in a period, and the month (0 to 11) in which its year begins. */
const months: Readonly<Record<Exclude<Frequency, "W" | "D">, { size: number; shift: number }>> = {
  CY: { size: 12, shift: 0 },
  FY: { size: 12, shift: 3 },
  CH: { size: 6, shift: 0 },
  FH: { size: 6, shift: 3 },
  Q: { size: 3, shift: 0 },
  M: { size: 1, shift: 0 },
};

const friday = 1; // 1970-01-02

function createPeriods(calendar: WorldCalendar): Periods {
  // Every daily series asks for the same days, each time it is read.
  const dayLabels = new Map<number, number>();
  const dayLabel = (day: number): number => {
    const known = dayLabels.get(day);
    if (known !== undefined) return known;
    const label = Number(calendar.dateOf(day).replaceAll("-", ""));
    dayLabels.set(day, label);
    return label;
  };
  // So do the hundred thousand others of the full catalogue, for the first day after a period.
  const opened = new Map<number, number>();
  const openFrom = (date: number): number => {
    const day = opened.get(date) ?? calendar.dayFrom(isoDate(date));
    opened.set(date, day);
    return day;
  };
  return {
    at(frequency, date) {
      if (frequency === "D") return calendar.dayFrom(date);
      const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
      if (frequency === "W") return Math.ceil((dateNumber(year, month, day) - friday) / 7);
      const { size, shift } = months[frequency];
      return Math.floor((year * 12 + month - 1 - shift) / size);
    },
    label(frequency, period) {
      if (frequency === "D") return dayLabel(period);
      if (frequency === "W") return Number(isoDate(period * 7 + friday).replaceAll("-", ""));
      const perYear = 12 / months[frequency].size;
      const year = Math.floor(period / perYear);
      return perYear === 1 ? year : year * 100 + (period - year * perYear) + 1;
    },
    dayAfter(frequency, period) {
      if (frequency === "D") return period + 1;
      if (frequency === "W") return openFrom(period * 7 + friday + 1);
      const { size, shift } = months[frequency];
      const month = (period + 1) * size + shift;
      return openFrom(dateNumber(Math.floor(month / 12), (month % 12) + 1, 1));
    },
  };
}

/** Whether a period lies within bounds that a request gave in the form of the frequency (months for W and D). */
function isPeriodIn(frequency: Frequency, label: number, start?: number, end?: number): boolean {
  const bound = frequency === "D" || frequency === "W" ? Math.floor(label / 100) : label;
  return (start === undefined || bound >= start) && (end === undefined || bound <= end);
}
