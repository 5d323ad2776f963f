/** Series as records of the past, and what those say of the rhythm in which periods came out. */
import { known } from "../../model/fields.ts";
import type { HistoryPeriod, HistoryReader, HistoryRecord } from "../../model/history.ts";
import { readFrequency } from "./fields.ts";
import { type IsBusinessDay, lastDayOf, type Rhythm, rhythmOf } from "./past-periods.ts";
import type { SeriesData, SeriesInfo } from "./records.ts";

/** Names of the facts of series, and of their values, in a history. */
const seriesSet = "statistics/series";
export const pointSet = "statistics/points";

/** Facts of a series: what its catalogue and its data say of it, and its newest period with a value. */
export interface SeriesFacts extends SeriesInfo {
  readonly db: string;
  readonly name?: string;
  readonly latest?: string;
}

export const always: HistoryPeriod = { from: "0001-01-01", to: "9999-12-31" };

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
  const facts = known({ ...info, ...data, db, latest: told.at(-1)?.period });
  const day = data.lastUpdate ?? info?.lastUpdate ?? otherwise;
  return [
    // Data alone does not say where the series stands, and must not take the place of what does.
    { set: seriesSet, day, subject, name: info === undefined ? "data" : "listed", row: facts },
    ...told.map(({ period, value }) => ({
      set: pointSet,
      day: frequency === undefined ? otherwise : lastDayOf(period, frequency),
      subject,
      name: period,
      row: { period, value },
    })),
  ];
}

/** The newest facts of each series of a history. */
export function readFacts(history: HistoryReader): Map<string, SeriesFacts> {
  const facts = new Map<string, SeriesFacts>();
  // By day, so that the newest count.
  for (const { subject, row } of history.between(seriesSet, always)) {
    const before = facts.get(subject);
    facts.set(subject, { layers: [], ...before, ...(row as Partial<SeriesFacts>) } as SeriesFacts);
  }
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

export function rhythmBy(facts: SeriesFacts, isBusinessDay: IsBusinessDay): Rhythm | undefined {
  const frequency = readFrequency(facts.frequency ?? "");
  if (frequency === undefined || facts.latest === undefined) return undefined;
  return rhythmOf(frequency, facts.latest, facts.lastUpdate, isBusinessDay);
}
