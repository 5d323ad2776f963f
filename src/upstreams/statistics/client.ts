/** The client of the statistics service: catalogues and data, whole and page by page. */
import { Failure } from "../../lib/failure.ts";
import type { QueryValue } from "../../lib/http/url.ts";
import { inBatches } from "../../lib/turns.ts";
import { known } from "../../model/fields.ts";
import { checkAnswer, type OddityCollector } from "../misfits.ts";
import type { RowReader } from "../read-rows.ts";
import { checkCodeQuery, checkForm, checkLayerQuery } from "./check-query.ts";
import type { StatisticsLine } from "./read-answer.ts";
import { type AskedRows, catalogueReader, infoReader, readRows, seriesReader } from "./read-rows.ts";
import type {
  AnswerForm,
  CatalogueRow,
  SeriesData,
  SeriesPage,
  StatisticsCalls,
  StatisticsClient,
} from "./records.ts";
import { nextPosition } from "./schema.ts";
import { joinPlaces, joinSeries, noteLeftOut, onlyAsked } from "./series.ts";

/** The largest database has 166,513 series, at 250 an answer. */
const maxPages = 1_000;
/** Rows of a catalogue that are given at a time; the service sends all at once. */
const rowsAPage = 5_000;

export function createStatisticsClient(options: StatisticsLine): StatisticsCalls {
  async function* readSeries(
    verb: string,
    query: Readonly<Record<string, QueryValue>>,
    { format, language, startPosition }: AnswerForm & { startPosition?: number },
    signal: AbortSignal | undefined,
    oddities: OddityCollector | undefined,
    codes: readonly string[] = [],
  ): AsyncGenerator<SeriesPage, void, void> {
    const came = new Set<string>();
    let position = startPosition;
    const reader = seriesReader({ where: verb, language: language ?? options.language, oddities });
    const form = known({ format, language });
    for (let pages = 0; pages < maxPages; pages++) {
      const asked = { query: { ...query, startPosition: position }, form, signal, oddities };
      const { rows, answer, isNoData } = await readRows(options, verb, reader, asked);
      if (isNoData && pages > 0)
        throw new Failure("incomplete", `${verb}: no data at a position that it named`);
      for (const { code } of rows) came.add(code.toUpperCase());
      yield { series: onlyAsked(rows, { where: verb, codes }, oddities), isNoData };
      const next = checkAnswer(nextPosition, answer, verb).NEXTPOSITION;
      if (isNoData) return reader.end();
      if (next === undefined) {
        reader.end();
        const wanted = { where: verb, codes: codes.slice((startPosition ?? 1) - 1) };
        if (oddities) noteLeftOut(wanted, came, reader.aside, oddities);
        return;
      }
      if (next <= (position ?? 1))
        throw new Failure("incomplete", `${verb}: the next position does not grow`);
      position = next;
    }
    throw new Failure("incomplete", `${verb}: more than ${maxPages} pages`);
  }

  /** Headings are left out. */
  async function readCatalogue<Row>(reader: RowReader<Row | undefined>, asked: AskedRows): Promise<Row[]> {
    const answer = await readRows(options, "getMetadata", reader, asked);
    if (answer.isNoData) return [];
    reader.end();
    return answer.rows.filter((row) => row !== undefined);
  }

  const calls: Omit<StatisticsCalls, keyof StatisticsClient> = {
    async catalogue({ db, ...form }, signal, oddities) {
      checkForm({ db, ...form });
      const { language = options.language } = form;
      const reader = catalogueReader({ where: "getMetadata", language, oddities });
      return readCatalogue(reader, { query: { db }, form, signal, oddities });
    },

    async *cataloguePages({ db, ...form }, signal, oddities) {
      checkForm({ db, ...form });
      const { language = options.language } = form;
      const reader = catalogueReader({ where: "getMetadata", language, oddities });
      const asked = { query: { db }, form, signal, oddities };
      yield* inBatches<CatalogueRow>(rowsAPage, async (give, room) => {
        const giveSeries = (row: CatalogueRow | undefined) => row !== undefined && give(row);
        const giving = { give: giveSeries, room };
        const answer = await readRows(options, "getMetadata", reader, asked, giving);
        if (!answer.isNoData) reader.end();
      });
    },

    async *pagesByCode(query, signal, oddities) {
      const { db, codes, start, end } = query;
      checkCodeQuery(query);
      if (codes.length === 0) return;
      const asked = { db, code: codes, startDate: start, endDate: end };
      yield* readSeries("getDataCode", asked, query, signal, oddities, codes);
    },

    async *pagesByLayer(query, signal, oddities) {
      const { db, frequency, layer, start, end } = query;
      checkLayerQuery(query);
      const asked = { db, frequency, layer, startDate: start, endDate: end };
      yield* readSeries("getDataLayer", asked, query, signal, oddities);
    },
  };

  return {
    ...calls,
    async metadata({ db }, signal, oddities) {
      checkForm({ db });
      const reader = infoReader({ where: "getMetadata", language: options.language, oddities });
      return joinPlaces(await readCatalogue(reader, { query: { db }, form: {}, signal, oddities }));
    },
    dataByCode: async (query, signal, oddities) =>
      joinSeries(await collect(calls.pagesByCode(query, signal, oddities))),
    dataByLayer: async (query, signal, oddities) =>
      joinSeries(await collect(calls.pagesByLayer(query, signal, oddities))),
  };
}

async function collect(pages: AsyncGenerator<SeriesPage, void, void>): Promise<SeriesData[]> {
  const all: SeriesData[] = [];
  // Not spread into push: a page may hold more series than a call takes arguments.
  for await (const { series, isNoData } of pages) if (!isNoData) for (const one of series) all.push(one);
  return all;
}
