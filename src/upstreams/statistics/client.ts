import { Failure } from "../../lib/failure.ts";
import type { QueryValue } from "../../lib/http/build-url.ts";
import { known } from "../../lib/known.ts";
import { checkAnswer } from "../check-answer.ts";
import { checkCodeQuery, checkForm, checkLayerQuery } from "./check-query.ts";
import { joinSeries } from "./join-series.ts";
import { readAnswer, type StatisticsLine } from "./read-answer.ts";
import type { AnswerForm, SeriesData, StatisticsCalls, StatisticsClient } from "./records.ts";
import { catalogue, nextPosition, seriesPage } from "./schema.ts";

/** The largest database has 34,000 series, at 250 an answer. */
const maxPages = 500;

export function createStatisticsClient(options: StatisticsLine): StatisticsCalls {
  async function* readSeries(
    verb: string,
    query: Readonly<Record<string, QueryValue>>,
    { format, language, startPosition }: AnswerForm & { startPosition?: number },
    signal: AbortSignal | undefined,
  ): AsyncGenerator<SeriesData[], void, void> {
    let position = startPosition;
    const form = known({ format, language });
    for (let pages = 0; pages < maxPages; pages++) {
      const answer = await readAnswer(options, verb, { ...query, startPosition: position }, form, signal);
      if (answer === undefined && pages === 0) return;
      if (answer === undefined)
        throw new Failure("incomplete", `${verb}: no data at a position that it named`);
      yield checkAnswer(seriesPage, answer, verb);
      const next = checkAnswer(nextPosition, answer, verb).NEXTPOSITION;
      if (next === undefined) return;
      if (next <= (position ?? 1))
        throw new Failure("incomplete", `${verb}: the next position does not grow`);
      position = next;
    }
    throw new Failure("incomplete", `${verb}: more than ${maxPages} pages`);
  }

  const calls: Omit<StatisticsCalls, keyof StatisticsClient> = {
    async catalogue({ db, ...form }, signal) {
      checkForm({ db, ...form });
      const answer = await readAnswer(options, "getMetadata", { db }, form, signal);
      return answer === undefined ? [] : checkAnswer(catalogue, answer, "getMetadata");
    },

    async *pagesByCode(query, signal) {
      const { db, codes, start, end } = query;
      checkCodeQuery(query);
      if (codes.length === 0) return;
      const asked = { db, code: codes, startDate: start, endDate: end };
      yield* readSeries("getDataCode", asked, query, signal);
    },

    async *pagesByLayer(query, signal) {
      const { db, frequency, layer, start, end } = query;
      checkLayerQuery(query);
      const asked = { db, frequency, layer, startDate: start, endDate: end };
      yield* readSeries("getDataLayer", asked, query, signal);
    },
  };

  return {
    ...calls,
    async metadata({ db }, signal) {
      const rows = await calls.catalogue({ db }, signal);
      return rows.map(({ start: _start, end: _end, notes: _notes, ...info }) => info);
    },
    dataByCode: async (query, signal) => joinSeries(await collect(calls.pagesByCode(query, signal))),
    dataByLayer: async (query, signal) => joinSeries(await collect(calls.pagesByLayer(query, signal))),
  };
}

async function collect(pages: AsyncGenerator<SeriesData[], void, void>): Promise<SeriesData[]> {
  const all: SeriesData[] = [];
  // Not spread into push: a page may hold more series than a call takes arguments.
  for await (const page of pages) for (const series of page) all.push(series);
  return all;
}
