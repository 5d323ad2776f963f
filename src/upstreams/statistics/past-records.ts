/**
 * Series as records of the past, and an estimate of when their periods came out. The service tells only when a series was updated last, so each period
 * is taken to have come out as many business days after its end as the newest one with a value did before that update,
 * at most 120; periods of days came out on the next business day. What was late then, or early, cannot be known.
 */
import { addDays } from "../../model/dates.ts";
import { known } from "../../model/fields.ts";
import type { HistoryPeriod, HistoryReader, HistoryRecord } from "../../model/history.ts";
import { readFrequency, type SeriesData, type SeriesFrequency, type SeriesInfo } from "./records.ts";

/** Time of the day in Japan at which the service publishes, ms. */
export const publicationMs = (8 * 60 + 50) * 60_000;

/** Whether a day (YYYY-MM-DD) is one on which the service publishes. */
export type IsBusinessDay = (day: string) => boolean;

/** Rhythm of a series: what its periods are, and when they come out. */
export interface Rhythm {
  readonly frequency: SeriesFrequency;
  /** Last day of its newest period with a value. */
  readonly end: string;
  /** Business days from the end of a period to its publication. */
  readonly lag: number;
}

const mostLag = 120;

export function rhythmOf(
  frequency: SeriesFrequency,
  newest: string,
  updated: string | undefined,
  isBusinessDay: IsBusinessDay,
): Rhythm {
  const end = lastDayOf(newest, frequency);
  if (frequency === "D" || updated === undefined) return { frequency, end, lag: 1 };
  let lag = 0;
  for (let day = addDays(end, 1); day <= updated && lag < mostLag; day = addDays(day, 1))
    if (isBusinessDay(day)) lag += 1;
  return { frequency, end, lag };
}

/** The day on which a period came out that ended on a day. */
export function periodPublishedOn(
  end: string,
  { lag }: Pick<Rhythm, "lag">,
  isBusinessDay: IsBusinessDay,
): string {
  let day = end;
  for (let left = lag; left > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) left -= 1;
  }
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

/** Months of a period; absent: it is a day, or a week named by one. */
const months: Readonly<Partial<Record<SeriesFrequency, number>>> = {
  CY: 12,
  FY: 12,
  CH: 6,
  FH: 6,
  Q: 3,
  M: 1,
};
/** Fiscal years begin in April. */
const fiscal: ReadonlySet<SeriesFrequency> = new Set(["FY", "FH"]);

/** Last day of a period such as 2026, 2026-H1, 2026-Q1, 2026-01 or 2026-01-05. */
export function lastDayOf(period: string, frequency: SeriesFrequency): string {
  const size = months[frequency];
  const [, year, part] = /^(\d{4})(?:-[HQ]?(\d{1,2}))?$/.exec(period) ?? [];
  if (size === undefined || year === undefined) return period;
  const place = part === undefined ? 1 : Number(part);
  const month = place * size + (fiscal.has(frequency) ? 3 : 0);
  return endOfMonth(Number(year), month);
}

/** @param month from 1; 13 is January of the next year */
function endOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The last day of the period after the newest; of days, of the next one on which the service publishes. */
export function endAfter({ frequency, end }: Rhythm, isBusinessDay: IsBusinessDay): string {
  const size = months[frequency];
  const [year = 0, month = 1] = end.split("-").map(Number);
  if (size !== undefined) return endOfMonth(year, month + size);
  if (frequency === "W") return addDays(end, 7);
  let day = addDays(end, 1);
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}

/** The last days of the periods up to the newest, newest first, back to a day. */
export function* endsSince(first: string, { frequency, end }: Rhythm): Generator<string, void, void> {
  const size = months[frequency];
  const [year = 0, month = 1] = end.split("-").map(Number);
  for (let steps = 0, day = end; day >= first; ) {
    yield day;
    steps += 1;
    if (size !== undefined) day = endOfMonth(year, month - steps * size);
    else day = addDays(day, frequency === "W" ? -7 : -1);
  }
}

/** Names of the facts of series, and of their values, in a history. */
export const seriesSet = "statistics/series";
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
export function readSeriesFacts(history: HistoryReader): Map<string, SeriesFacts> {
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
  for (const facts of readSeriesFacts(history).values()) {
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
