import { Failure } from "../../lib/failure.ts";
import type { QueryValue } from "../../lib/http/build-url.ts";
import { checkAnswer } from "../check-answer.ts";
import { joinSeries } from "./join-series.ts";
import { readAnswer, type StatisticsLine } from "./read-answer.ts";
import type { SeriesData, StatisticsClient } from "./records.ts";
import { catalogue, nextPosition, seriesPage } from "./schema.ts";

/** The largest database has 34,000 series, at 250 an answer. */
const maxPages = 500;

export function createStatisticsClient(options: StatisticsLine): StatisticsClient {
  async function readSeries(
    verb: string,
    query: Readonly<Record<string, QueryValue>>,
    signal: AbortSignal | undefined,
  ): Promise<SeriesData[]> {
    const parts: SeriesData[] = [];
    let position: number | undefined;
    for (let pages = 0; pages < maxPages; pages++) {
      const answer = await readAnswer(options, verb, { ...query, startPosition: position }, signal);
      if (answer === undefined && position === undefined) return [];
      if (answer === undefined)
        throw new Failure("incomplete", `${verb}: no data at a position that it named`);
      // Not spread into push: a page may hold more series than a call takes arguments.
      for (const series of checkAnswer(seriesPage, answer, verb)) parts.push(series);
      const next = checkAnswer(nextPosition, answer, verb).NEXTPOSITION;
      if (next === undefined) return joinSeries(parts);
      if (next <= (position ?? 1))
        throw new Failure("incomplete", `${verb}: the next position does not grow`);
      position = next;
    }
    throw new Failure("incomplete", `${verb}: more than ${maxPages} pages`);
  }

  return {
    async metadata({ db }, signal) {
      const answer = await readAnswer(options, "getMetadata", { db }, signal);
      return answer === undefined ? [] : checkAnswer(catalogue, answer, "getMetadata");
    },

    async dataByCode({ db, codes, start, end }, signal) {
      if (codes.length === 0) return [];
      return readSeries("getDataCode", { db, code: codes, startDate: start, endDate: end }, signal);
    },

    dataByLayer: ({ db, frequency, layer, start, end }, signal) =>
      readSeries("getDataLayer", { db, frequency, layer, startDate: start, endDate: end }, signal),
  };
}
