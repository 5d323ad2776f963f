/** The client of the statistics service: catalogues and data, whole and page by page. */

import { Failure } from "../../lib/failure.ts";
import type { QueryValue } from "../../lib/http/url.ts";
import { inBatches } from "../../lib/turns.ts";
import { known } from "../../model/fields.ts";
import { checkAnswer, type OddityCollector } from "../misfits.ts";
import type { RowReader } from "../read-rows.ts";
import type { StatisticsLine } from "./read-answer.ts";
import {
  type AskedRows,
  catalogueReader,
  infoReader,
  nextPosition,
  readRowPage,
  seriesReader,
} from "./read-rows.ts";
import {
  type AnswerForm,
  type CatalogueRow,
  type CodeQuery,
  type LayerQuery,
  type SeriesData,
  type SeriesFrequency,
  type SeriesPage,
  type StatisticsCalls,
  type StatisticsClient,
  seriesFrequencies,
} from "./records.ts";
import { joinPlaces, joinSeries, noteLeftOut, onlyAsked } from "./series.ts";
import { StatisticsQueryError } from "./statistics-error.ts";

/** The largest database has 166,513 series, at 250 an answer. */
const maxPages = 1_000;
/** Rows of a catalogue that are given at a time; the service sends all at once. */
const rowsAPage = 5_000;

export function createStatisticsClient(options: StatisticsLine): StatisticsCalls {
  const calls: Omit<StatisticsCalls, keyof StatisticsClient> = {
    async catalogue({ db, ...form }, signal, oddities) {
      checkForm({ db, ...form });
      const { language = options.language } = form;
      const reader = catalogueReader({ where: "getMetadata", language, oddities });
      return readCatalogue(options, reader, { query: { db }, form, signal, oddities });
    },

    async *cataloguePages({ db, ...form }, signal, oddities) {
      checkForm({ db, ...form });
      const { language = options.language } = form;
      const reader = catalogueReader({ where: "getMetadata", language, oddities });
      const asked = { query: { db }, form, signal, oddities };
      yield* inBatches<CatalogueRow>(rowsAPage, async (give, room) => {
        const giveSeries = (row: CatalogueRow | undefined) => row !== undefined && give(row);
        const giving = { give: giveSeries, room };
        const answer = await readRowPage(options, "getMetadata", reader, asked, giving);
        if (!answer.isNoData) reader.end();
      });
    },

    async *pagesByCode(query, signal, oddities) {
      const { db, codes, start, end } = query;
      checkCodeQuery(query);
      if (codes.length === 0) return;
      const asked = { db, code: codes, startDate: start, endDate: end };
      yield* readSeries(options, { verb: "getDataCode", asked, form: query, codes, signal, oddities });
    },

    async *pagesByLayer(query, signal, oddities) {
      const { db, frequency, layer, start, end } = query;
      checkLayerQuery(query);
      const asked = { db, frequency, layer, startDate: start, endDate: end };
      yield* readSeries(options, { verb: "getDataLayer", asked, form: query, signal, oddities });
    },
  };

  return {
    ...calls,
    async metadata({ db }, signal, oddities) {
      checkForm({ db });
      const reader = infoReader({ where: "getMetadata", language: options.language, oddities });
      return joinPlaces(await readCatalogue(options, reader, { query: { db }, form: {}, signal, oddities }));
    },
    dataByCode: async (query, signal, oddities) =>
      joinSeries(await collect(calls.pagesByCode(query, signal, oddities))),
    dataByLayer: async (query, signal, oddities) =>
      joinSeries(await collect(calls.pagesByLayer(query, signal, oddities))),
  };
}

interface AskedSeries {
  readonly verb: string;
  readonly asked: Readonly<Record<string, QueryValue>>;
  readonly form: AnswerForm & { readonly startPosition?: number };
  /** Codes that the answer should have; left out: not known. */
  readonly codes?: readonly string[];
  readonly signal: AbortSignal | undefined;
  readonly oddities: OddityCollector | undefined;
}

async function* readSeries(
  options: StatisticsLine,
  { verb, asked, form, codes = [], signal, oddities }: AskedSeries,
): AsyncGenerator<SeriesPage, void, void> {
  const { format, language, startPosition } = form;
  const came = new Set<string>();
  let position = startPosition;
  const reader = seriesReader({ where: verb, language: language ?? options.language, oddities });
  for (let pages = 0; pages < maxPages; pages++) {
    const query = { ...asked, startPosition: position };
    const page = { query, form: known({ format, language }), signal, oddities };
    const { rows, answer, isNoData } = await readRowPage(options, verb, reader, page);
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
    if (next <= (position ?? 1)) throw new Failure("incomplete", `${verb}: the next position does not grow`);
    position = next;
  }
  throw new Failure("incomplete", `${verb}: more than ${maxPages} pages`);
}

/** Headings are left out. */
async function readCatalogue<Row>(
  options: StatisticsLine,
  reader: RowReader<Row | undefined>,
  asked: AskedRows,
): Promise<Row[]> {
  const answer = await readRowPage(options, "getMetadata", reader, asked);
  if (answer.isNoData) return [];
  reader.end();
  return answer.rows.filter((row) => row !== undefined);
}

async function collect(pages: AsyncGenerator<SeriesPage, void, void>): Promise<SeriesData[]> {
  const all: SeriesData[] = [];
  // Not spread into push: a page may hold more series than a call takes arguments.
  for await (const { series, isNoData } of pages) if (!isNoData) for (const one of series) all.push(one);
  return all;
}

// Checks of parameters, as the statistics service's document describes them; a mistake is told without a
// request.

/** The document's rule for a request; the service itself may take more. */
const maxCodes = 250;
const maxLayers = 5;

const forbidden = /[<>"!|\\;']/;
/** Full-width characters are outside ASCII, and so is everything else that no code holds. */
const ascii = /^[\x20-\x7e]*$/;

function checkForm({ db, format = "json", language = "en" }: AnswerForm & { db: string }): void {
  if (language !== "en" && language !== "jp") throw new StatisticsQueryError("lang", "M181002E");
  if (format !== "json" && format !== "csv") throw new StatisticsQueryError("format", "M181003E");
  if (db.trim() === "") throw new StatisticsQueryError("db", "M181004E");
  checkCharacters("db", db);
  if (!/^[0-9A-Za-z]+$/.test(db)) throw new StatisticsQueryError("db", "M181005E");
}

function checkCodeQuery(query: CodeQuery): void {
  checkForm(query);
  const { db, codes } = query;
  if (codes.length > maxCodes)
    throw new StatisticsQueryError("code", "M181007E", `${codes.length}, the limit is ${maxCodes}`);
  for (const [index, code] of codes.entries()) {
    const place = `at position ${index + 1}`;
    if (code.trim() === "") throw new StatisticsQueryError("code", "M181006E", place);
    checkCharacters("code", code, place);
    // A code may begin with the letters of its database; a mark that no code holds tells the prefix apart.
    if (new RegExp(`^${db}[^0-9A-Z_@%]`, "i").test(code))
      throw new StatisticsQueryError("code", "M181001E", place);
  }
  checkPosition(query.startPosition);
  checkDates(undefined, query.start, query.end);
}

function checkLayerQuery(query: LayerQuery): void {
  checkForm(query);
  const { frequency, layer } = query;
  if (!frequency) throw new StatisticsQueryError("frequency", "M181017E");
  if (!seriesFrequencies.includes(frequency))
    throw new StatisticsQueryError("frequency", "M181018E", `expected ${seriesFrequencies.join(", ")}`);
  if ((layer[0] ?? "").trim() === "") throw new StatisticsQueryError("layer", "M181019E");
  for (const level of layer) {
    checkCharacters("layer", level);
    if (!/^(\*|\d+)$/.test(level.trim()))
      throw new StatisticsQueryError("layer", "M181020E", "expected numbers and *");
  }
  if (layer.length > maxLayers)
    throw new StatisticsQueryError("layer", "M181020E", `at most ${maxLayers} layers`);
  checkPosition(query.startPosition);
  checkDates(frequency, query.start, query.end);
}

function checkCharacters(parameter: string, value: string, place?: string): void {
  if (forbidden.test(value) || !ascii.test(value))
    throw new StatisticsQueryError(parameter, "M181001E", place);
}

function checkPosition(position: number | undefined): void {
  if (position !== undefined && (!Number.isSafeInteger(position) || position < 1))
    throw new StatisticsQueryError("startPosition", "M181012E");
}

const years = { first: 1850, last: 2050 };

/** Number of parts of a year that a date may name after its year; undefined: the year alone. */
const partsOfYear: Record<SeriesFrequency, number | undefined> = {
  CY: undefined,
  FY: undefined,
  CH: 2,
  FH: 2,
  Q: 4,
  M: 12,
  W: 12,
  D: 12,
};

/** @param frequency undefined where the call does not name it: any form will do, the same for both dates */
function checkDates(
  frequency: SeriesFrequency | undefined,
  start: string | undefined,
  end: string | undefined,
): void {
  if (start !== undefined) checkDate(frequency, start, "startDate");
  if (end !== undefined) checkDate(frequency, end, "endDate");
  if (start === undefined || end === undefined) return;
  if (start.length !== end.length)
    throw new StatisticsQueryError("endDate", "M181016E", "both dates take one form");
  if (start > end) throw new StatisticsQueryError("startDate", "M181011E");
}

function checkDate(
  frequency: SeriesFrequency | undefined,
  date: string,
  parameter: "startDate" | "endDate",
): void {
  const [invalid, ofOther] =
    parameter === "startDate" ? (["M181008E", "M181015E"] as const) : (["M181009E", "M181016E"] as const);
  const [, year, part] = /^(\d{4})(\d\d)?$/.exec(date) ?? [];
  if (year === undefined) throw new StatisticsQueryError(parameter, /^\d/.test(date) ? invalid : "M181010E");
  if (Number(year) < years.first || Number(year) > years.last)
    throw new StatisticsQueryError(parameter, "M181010E");
  if (part !== undefined && (Number(part) < 1 || Number(part) > 12))
    throw new StatisticsQueryError(parameter, invalid);
  if (frequency === undefined) return;
  const parts = partsOfYear[frequency];
  if ((parts === undefined) !== (part === undefined) || Number(part ?? 1) > (parts ?? 1))
    throw new StatisticsQueryError(parameter, ofOther, `${frequency} takes ${formOf(frequency)}`);
}

/** Describes how a date of a frequency is written. */
function formOf(frequency: SeriesFrequency): string {
  const parts = partsOfYear[frequency];
  return parts === undefined ? "YYYY" : `YYYY and 01 to ${String(parts).padStart(2, "0")}`;
}
