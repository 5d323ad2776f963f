/** The statistics service as it was at a moment, answered from a history. */
import { countFirst } from "../../lib/collections.ts";
import { addDays, jstDay } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import type { HistoryReader, HistoryRecord } from "../../model/history.ts";
import {
  always,
  endsSince,
  type IsBusinessDay,
  periodPublishedOn,
  pointSet,
  publicationMs,
  type Rhythm,
  readSeriesFacts,
  rhythmBy,
  type SeriesFacts,
} from "./past-records.ts";
import {
  readFrequency,
  type SeriesData,
  type SeriesInfo,
  type StatisticsCalls,
  type StatisticsClient,
} from "./records.ts";
import { StatisticsError } from "./statistics-error.ts";

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
    series ??= byDatabase(readSeriesFacts(history), isBusinessDay);
    return series.get(db.toUpperCase()) ?? new Map();
  };
  /** The last day on which something had come out. */
  const today = () => jstDay(now() - publicationMs);

  const shownPoints = ({ ends, points: all }: PastPoints, rhythm: Rhythm, day: string) => {
    // What ended later came out later.
    const isOut = (place: number) => estimate.publishedOn(ends[place] ?? "", rhythm) <= day;
    return all.slice(0, countFirst(ends.length, isOut));
  };
  /** Without values there is nothing to tell by when it was updated: as now, so that it is not asked for at every poll. */
  const updatedOn = (rhythm: Rhythm | undefined, last: string | undefined) =>
    rhythm === undefined ? last : estimate.updatedOn(rhythm, today());
  const infoOf = ({ facts, rhythm }: PastSeries): SeriesInfo => {
    const { db: _db, name: _name, latest: _latest, lastUpdate, ...info } = facts;
    return known({ ...info, lastUpdate: updatedOn(rhythm, lastUpdate) });
  };
  const dataOf = ({ facts, rhythm }: PastSeries): SeriesData => {
    const { code, name, unit, frequency, category } = facts;
    return {
      ...known({ code, name, unit, frequency, category }),
      ...known({ lastUpdate: updatedOn(rhythm, facts.lastUpdate) }),
      points: rhythm === undefined ? [] : shownPoints(points.of(facts), rhythm, today()),
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
    const day = periodPublishedOn(end, rhythm, isBusinessDay);
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
      const last = publicationOf(rhythm.end, rhythm);
      if (last <= today) return last;
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

/** The points of a series, oldest first, and the last day of each period. */
interface PastPoints {
  readonly ends: readonly string[];
  readonly points: SeriesData["points"];
}

/** The points of series, those kept that were asked for last. */
function createPoints(history: HistoryReader) {
  const kept = new Map<string, PastPoints>();
  let count = 0;
  return {
    of({ db, code }: SeriesFacts): PastPoints {
      const subject = `${db}/${code}`;
      const before = kept.get(subject);
      const own = before ?? pointsOf(history.about(pointSet, subject, always));
      if (before === undefined) count += own.ends.length;
      kept.delete(subject);
      kept.set(subject, own);
      for (const [oldest, { ends }] of kept) {
        if (count <= mostPoints || oldest === subject) break;
        kept.delete(oldest);
        count -= ends.length;
      }
      return own;
    },
  };
}

function pointsOf(records: readonly HistoryRecord[]): PastPoints {
  return {
    ends: records.map(({ day }) => day),
    points: records.map(({ row }) => row as unknown as SeriesData["points"][number]),
  };
}
