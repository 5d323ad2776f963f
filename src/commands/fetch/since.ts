/** Observations from a day on, of series whose frequency only the answer tells. */
import type { OddityCollector } from "../../upstreams/oddities.ts";
import { dateOfDay, readPeriod } from "../../upstreams/statistics/period.ts";
import type {
  CodeQuery,
  Frequency,
  SeriesData,
  SeriesPage,
  StatisticsCalls,
} from "../../upstreams/statistics/records.ts";
import { StatisticsError } from "../../upstreams/statistics/statistics-error.ts";

const codes: Readonly<Record<string, Frequency>> = {
  ANNUAL: "CY",
  "ANNUAL(MAR)": "FY",
  SEMIANNUAL: "CH",
  "SEMIANNUAL(SEP)": "FH",
  QUARTERLY: "Q",
  MONTHLY: "M",
};

/**
 * Asks from January of the year before: 01 is the first month, quarter and half alike, and a fiscal year begins in
 * the one before. Series of years take the year alone, which their refusal tells. What is too early is left out.
 */
export async function* pagesSince(
  client: Pick<StatisticsCalls, "pagesByCode">,
  query: CodeQuery,
  day: string,
  signal: AbortSignal,
  oddities?: OddityCollector,
): AsyncGenerator<SeriesPage, void, void> {
  const year = String(Number(day.slice(0, 4)) - 1);
  let start = `${year}01`;
  for (;;) {
    try {
      for await (const page of client.pagesByCode({ ...query, start }, signal, oddities))
        yield { ...page, series: page.series.map((series) => withoutEarlier(series, day)) };
      return;
    } catch (error) {
      const isOfYears = error instanceof StatisticsError && error.problem === "start-date-of-other-frequency";
      if (!isOfYears || start === year) throw error;
      start = year;
    }
  }
}

function withoutEarlier(series: SeriesData, day: string): SeriesData {
  const written = series.frequency?.trim().toUpperCase() ?? "";
  const frequency = codes[written];
  const first = frequency === undefined ? day : (readPeriod(written, dateOfDay(day, frequency)) ?? day);
  return { ...series, points: series.points.filter(({ period }) => period >= first) };
}
