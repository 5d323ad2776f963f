/** Series as the page shows them: all that are stored, one with its values, and when it is likely to come out next. */
import { nextTurn } from "../../lib/turns.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import type { ListedSeries } from "../../model/page/series.ts";
import { DamagedState, StoreError } from "../../model/store-faults.ts";
import {
  always,
  endAfter,
  periodPublishedOn,
  pointSet,
  rhythmOf,
  seriesSet,
} from "../../upstreams/statistics/past-records.ts";
import { readFrequency } from "../../upstreams/statistics/records.ts";
import type { PastOfSubject, SeriesDescription, SeriesReading, ShownSeries } from "../shown.ts";
import type { SourceState } from "../source.ts";
import { type SeriesBody, type StatisticsCursor, scopesWith } from "./state.ts";

export const seriesShown: ShownSeries = {
  told: ["statistics.series.added", "statistics.series.updated", "statistics.series.revised"],
  revised: "statistics.series.revised",
  listed: listedSeries,
  known: async (db, code, past) => storedSeries(db, code, past) ?? fetchedSeries(db, code, past),
  nextUpdate: nextUpdateOf,
};

/** Series whose bodies are read in one turn: a few milliseconds, however long they are. */
const readAtOnce = 40;

async function* listedSeries({ cursor, page }: SourceState): AsyncGenerator<ListedSeries, void, void> {
  const { scopes = {} } = (cursor ?? {}) as Partial<StatisticsCursor>;
  for (const scope of Object.keys(scopes)) {
    for (let after = ""; ; ) {
      await nextTurn();
      const some = wholePage(() => page(scope, ["series"], after, readAtOnce));
      for (const [key, series] of some) {
        if (typeof series === "string") yield JSON.parse(series);
        after = key;
      }
      if (some.length < readAtOnce) break;
    }
  }
}

/** What is damaged ends its scope: the next poll finds it, tells it and begins anew. */
function wholePage<Page extends readonly unknown[]>(read: () => Page): Page | [] {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedState || error instanceof StoreError) return [];
    throw error;
  }
}

function storedSeries(db: string, code: string, past: PastOfSubject): SeriesReading | undefined {
  for (const scope of scopesWith(db, code, past.cursor as StatisticsCursor | undefined)) {
    const body = past.storedOne(scope, code) as SeriesBody | undefined;
    if (body === undefined) continue;
    const lastUpdate = body.lastUpdate ?? body.listed;
    return {
      facts: known({ ...body.series, lastUpdate }) as SeriesDescription,
      values: body.points,
      origin: "live",
    };
  }
  return undefined;
}

async function fetchedSeries(
  db: string,
  code: string,
  past: PastOfSubject,
): Promise<SeriesReading | undefined> {
  const points = new Map<string, number>();
  for (const { row } of await past.fetched(pointSet, always))
    if (typeof row.period === "string" && typeof row.value === "number") points.set(row.period, row.value);
  const values = [...points].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const [latest] = values.slice(-1);
  if (latest === undefined) return undefined;
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const [newest] = (await past.fetched(seriesSet, always)).slice(-1);
  const { name, unit, frequency, category, lastUpdate } = newest?.row ?? {};
  const facts: SeriesDescription = known({
    ...{ db, code, name: text(name), unit: text(unit), frequency: text(frequency), category: text(category) },
    ...{ lastUpdate: text(lastUpdate), period: latest[0], value: latest[1] },
  });
  return { facts, values, origin: "history" };
}

/** The day (YYYY-MM-DD); undefined where the frequency or the latest period is not known. */
function nextUpdateOf(
  { frequency = "", period, lastUpdate }: SeriesDescription,
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
