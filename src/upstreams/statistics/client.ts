import { Failure } from "../../lib/failure.ts";
import type { QueryValue } from "../../lib/http/build-url.ts";
import { known } from "../../lib/known.ts";
import { checkAnswer } from "../check-answer.ts";
import { checkCodeQuery, checkForm, checkLayerQuery } from "./check-query.ts";
import { joinSeries } from "./join-series.ts";
import type { StatisticsLine } from "./read-answer.ts";
import { readRows } from "./read-rows.ts";
import type { AnswerForm, SeriesData, StatisticsCalls, StatisticsClient } from "./records.ts";
import { catalogueRow, createInfoRow, createSeriesRow, nextPosition } from "./schema.ts";

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
      const asked = { ...query, startPosition: position };
      const page = await readRows(options, verb, createSeriesRow(), asked, form, signal);
      if (page === undefined && pages === 0) return;
      if (page === undefined) throw new Failure("incomplete", `${verb}: no data at a position that it named`);
      yield page.rows;
      const next = checkAnswer(nextPosition, page.answer, verb).NEXTPOSITION;
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
      const answer = await readRows(options, "getMetadata", catalogueRow, { db }, form, signal);
      return answer?.rows ?? [];
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
      checkForm({ db });
      const answer = await readRows(options, "getMetadata", createInfoRow(), { db }, {}, signal);
      return answer?.rows ?? [];
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
