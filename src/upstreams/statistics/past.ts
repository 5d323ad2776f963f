/** Series as records of the past, and the statistics service as it was at a moment, answered from a history. */
import { addDays, jstDay } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import type { HistoryPeriod, HistoryReader, HistoryRecord } from "../../model/history.ts";
import { readFrequency } from "./fields.ts";
import {
  endsSince,
  type IsBusinessDay,
  lastDayOf,
  publishedOn,
  type Rhythm,
  rhythmOf,
} from "./past-periods.ts";
import type { SeriesData, SeriesInfo, StatisticsCalls, StatisticsClient } from "./records.ts";
import { StatisticsError } from "./statistics-error.ts";

/** Names of the facts of series, and of their values, in a history. */
export const seriesSet = "statistics/series";
export const pointSet = "statistics/points";

/** Facts of a series: what its catalogue and its data say of it, and its newest period with a value. */
interface SeriesFacts extends SeriesInfo {
  readonly db: string;
  readonly name?: string;
  readonly latest?: string;
}

const always: HistoryPeriod = { from: "0001-01-01", to: "9999-12-31" };

/**
 * Makes records of a series: its facts, and a point for each period with a value.
 * @param otherwise the day of a series that does not say when it was updated
 */
export function seriesToPast(
  db: string,
  { points, ...data }: SeriesData,
  info: SeriesInfo | undefined,
  otherwise: string,
): HistoryRecord[] {
  const subject = `${db}/${data.code}`;
  const frequency = readFrequency(data.frequency ?? info?.frequency ?? "");
  const told = points.filter(({ value }) => value !== null);
  const facts = known({ layers: [], ...info, ...data, db, latest: told.at(-1)?.period });
  return [
    { set: seriesSet, day: data.lastUpdate ?? info?.lastUpdate ?? otherwise, subject, name: "", row: facts },
    ...told.map(({ period, value }) => ({
      set: pointSet,
      day: frequency === undefined ? otherwise : lastDayOf(period, frequency),
      subject,
      name: period,
      row: { period, value },
    })),
  ];
}

/** Time of the day in Japan at which the service publishes. */
export const publicationMs = (8 * 60 + 50) * 60_000;

/** The newest facts of each series of a history. */
function readFacts(history: HistoryReader): Map<string, SeriesFacts> {
  const facts = new Map<string, SeriesFacts>();
  // By day, so that the newest count.
  for (const { subject, row } of history.between(seriesSet, always))
    facts.set(subject, row as unknown as SeriesFacts);
  return facts;
}

/** The rhythms of the series of a history, each once. */
export function rhythmsIn(history: HistoryReader, isBusinessDay: IsBusinessDay): Rhythm[] {
  const rhythms = new Map<string, Rhythm>();
  for (const facts of readFacts(history).values()) {
    const rhythm = rhythmBy(facts, isBusinessDay);
    if (rhythm !== undefined) rhythms.set(JSON.stringify(rhythm), rhythm);
  }
  return [...rhythms.values()];
}

function rhythmBy(facts: SeriesFacts, isBusinessDay: IsBusinessDay): Rhythm | undefined {
  const frequency = readFrequency(facts.frequency ?? "");
  if (frequency === undefined || facts.latest === undefined) return undefined;
  return rhythmOf(frequency, facts.latest, facts.lastUpdate, isBusinessDay);
}

/** A series with the values that it has in the end. */
interface PastSeries {
  readonly facts: SeriesFacts;
  readonly rhythm: Rhythm | undefined;
}

/** Values that are kept in memory: the same series are asked for at every poll. */
const mostPoints = 2_000_000;
/** A period came out within so many days of its end. */
const longestDays = 400;

/**
 * Client that answers with the periods that had come out by `now()` (ms since 1970), by an estimate, in the values of
 * when they were fetched. The series of now are there all along.
 */
export function createPastStatistics(
  history: HistoryReader,
  now: () => number,
  isBusinessDay: IsBusinessDay,
): StatisticsClient & Pick<StatisticsCalls, "catalogue"> {
  const estimate = createEstimate(isBusinessDay);
  const points = createPoints(history);
  let series: Map<string, Map<string, PastSeries>> | undefined;

  const ofDatabase = (db: string): ReadonlyMap<string, PastSeries> => {
    series ??= byDatabase(readFacts(history), isBusinessDay);
    return series.get(db.toUpperCase()) ?? new Map();
  };
  /** The last day on which something had come out. */
  const today = () => jstDay(now() - publicationMs);

  const infoOf = ({ facts, rhythm }: PastSeries): SeriesInfo => {
    const { db: _db, name: _name, latest: _latest, lastUpdate: _lastUpdate, ...info } = facts;
    return known({ ...info, lastUpdate: rhythm && estimate.updatedOn(rhythm, today()) });
  };
  const dataOf = ({ facts, rhythm }: PastSeries): SeriesData => {
    const { code, name, unit, frequency, category } = facts;
    const day = today();
    const shown =
      rhythm === undefined
        ? []
        : points.of(facts).filter(({ end }) => estimate.publishedOn(end, rhythm) <= day);
    return {
      ...known({ code, name, unit, frequency, category }),
      ...known({ lastUpdate: rhythm && estimate.updatedOn(rhythm, day) }),
      points: shown.map(({ period, value }) => ({ period, value })),
    };
  };

  return {
    metadata: async ({ db }) => [...ofDatabase(db).values()].map(infoOf),
    catalogue: async ({ db }) =>
      [...ofDatabase(db).values()].map((one) => ({ ...infoOf(one), ...known({ name: one.facts.name }) })),
    async dataByCode({ db, codes }) {
      const all = ofDatabase(db);
      return codes.map((code) => {
        const one = all.get(code.toUpperCase());
        if (one !== undefined) return dataOf(one);
        throw new StatisticsError("M181013E", `the history has no series ${db}/${code}`, { status: 400 });
      });
    },
    async dataByLayer({ db, frequency, layer }) {
      const isAt = (place: readonly string[]) =>
        layer.every((level, index) => level === "*" || place[index] === level);
      const inside = [...ofDatabase(db).values()].filter(
        ({ facts: { layers, alsoAt = [], frequency: own = "" } }) =>
          readFrequency(own) === frequency && (isAt(layers) || alsoAt.some(isAt)),
      );
      return inside.map(dataOf);
    },
  };
}

function byDatabase(
  facts: ReadonlyMap<string, SeriesFacts>,
  isBusinessDay: IsBusinessDay,
): Map<string, Map<string, PastSeries>> {
  const databases = new Map<string, Map<string, PastSeries>>();
  for (const one of facts.values()) {
    const db = one.db.toUpperCase();
    const own = databases.get(db) ?? new Map<string, PastSeries>();
    databases.set(db, own.set(one.code.toUpperCase(), { facts: one, rhythm: rhythmBy(one, isBusinessDay) }));
  }
  return databases;
}

/** The estimate, each answer kept: hundreds of series have the same rhythm. */
function createEstimate(isBusinessDay: IsBusinessDay) {
  const published = new Map<string, string>();
  const updated = new Map<string, { readonly today: string; readonly day: string | undefined }>();

  const publicationOf = (end: string, rhythm: Rhythm): string => {
    const key = `${rhythm.lag} ${end}`;
    const before = published.get(key);
    if (before !== undefined) return before;
    const day = publishedOn(end, rhythm, isBusinessDay);
    published.set(key, day);
    return day;
  };
  return {
    publishedOn: publicationOf,
    /** The day on which a series had been updated last. */
    updatedOn(rhythm: Rhythm, today: string): string | undefined {
      const key = `${rhythm.frequency} ${rhythm.lag} ${rhythm.end}`;
      const before = updated.get(key);
      if (before?.today === today) return before.day;
      let day: string | undefined;
      for (const end of endsSince(addDays(today, -longestDays), rhythm)) {
        const on = publicationOf(end, rhythm);
        if (on > today) continue;
        day = on;
        break;
      }
      updated.set(key, { today, day });
      return day;
    },
  };
}

interface PastPoint {
  /** Last day of the period. */
  readonly end: string;
  readonly period: string;
  readonly value: number;
}

/** The points of series, those kept that were asked for last. */
function createPoints(history: HistoryReader) {
  const kept = new Map<string, readonly PastPoint[]>();
  let count = 0;
  return {
    of({ db, code }: SeriesFacts): readonly PastPoint[] {
      const subject = `${db}/${code}`;
      const before = kept.get(subject);
      const points =
        before ??
        history.about(pointSet, subject, always).map(({ day: end, row }) => {
          const { period, value } = row as { readonly period: string; readonly value: number };
          return { end, period, value };
        });
      if (before === undefined) count += points.length;
      kept.delete(subject);
      kept.set(subject, points);
      for (const [oldest, { length }] of kept) {
        if (count <= mostPoints || oldest === subject) break;
        kept.delete(oldest);
        count -= length;
      }
      return points;
    },
  };
}
