/** The statistics service's verbs; data comes as one row an observation. */
import type { OddityCollector } from "../../../upstreams/misfits.ts";
import {
  type AnswerForm,
  type CodeQuery,
  catalogueFields,
  dateOfDay,
  readFrequency,
  readPeriod,
  type SeriesData,
  type SeriesFrequency,
  type SeriesPage,
  type StatisticsCalls,
  seriesFields,
} from "../../../upstreams/statistics/records.ts";
import { StatisticsError } from "../../../upstreams/statistics/statistics-error.ts";
import { type FetchCall, type FetchedPage, type FetchOptions, parameter } from "./call.ts";

const form = [
  parameter("lang", "en or jp; the config's if not given"),
  parameter("wire", "json (if not given) or csv: what the service is asked for"),
];

const range = [
  parameter("startDate", "first period: YYYY, or YYYY and the half, quarter or month"),
  parameter("endDate", "last period"),
  parameter("startPosition", "where to begin, from 1"),
];

const dataColumns = ["db", ...Object.keys(seriesFields), "period", "value"];

const getDataCode: FetchCall = {
  service: "statistics",
  call: "getDataCode",
  about: "observations of series by their codes",
  parameters: [
    parameter("db", "database, such as FM08", true),
    parameter("code", "codes, comma-separated: at most 250, of one frequency", true),
    ...range,
    ...form,
  ],
  plan: null,
  columns: dataColumns,
  fields: seriesFields,
  since: (day, options) => ({ ...options, since: day }),
  async *rows({ statistics }, options, { signal, oddities }) {
    const { db = "", code = "" } = options;
    const codes = code.split(",").map((each) => each.trim());
    const query = { db, codes, ...rangeOf(options), ...formOf(options) };
    const pages =
      options.since === undefined
        ? statistics.pagesByCode(query, signal, oddities)
        : pagesSince(statistics, query, options.since, signal, oddities);
    for await (const page of pages) yield observations(db, page);
  },
};

const getDataLayer: FetchCall = {
  service: "statistics",
  call: "getDataLayer",
  about: "observations of all series of a layer",
  parameters: [
    parameter("db", "database, such as FM08", true),
    parameter("frequency", "CY, FY, CH, FH, Q, M, W or D", true),
    parameter("layer", "layers, comma-separated: the first is required, * means all", true),
    ...range,
    ...form,
  ],
  plan: null,
  columns: dataColumns,
  fields: seriesFields,
  since: (day, options) => ({ ...options, startDate: dateOfDay(day, frequencyOf(options)) }),
  async *rows({ statistics }, options, { signal, oddities }) {
    const { db = "", layer = "" } = options;
    const layers = layer.split(",").map((each) => each.trim());
    const query = { db, layer: layers, frequency: frequencyOf(options) };
    for await (const page of statistics.pagesByLayer(
      { ...query, ...rangeOf(options), ...formOf(options) },
      signal,
      oddities,
    ))
      yield observations(db, page);
  },
};

const getMetadata: FetchCall = {
  service: "statistics",
  call: "getMetadata",
  about: "all series of a database",
  parameters: [parameter("db", "database, such as FM08", true), ...form],
  plan: null,
  columns: ["db", ...Object.keys(seriesFields), "layers", ...Object.keys(catalogueFields)],
  fields: { ...seriesFields, ...catalogueFields },
  async *rows({ statistics }, options, { signal, oddities }) {
    const { db = "" } = options;
    for await (const rows of statistics.cataloguePages({ db, ...formOf(options) }, signal, oddities))
      yield { rows: rows.map((row) => ({ db, ...row })) };
  },
};

function observations(db: string, { series, isNoData }: SeriesPage): FetchedPage {
  const rows = series.flatMap(({ points, ...one }) => points.map((point) => ({ db, ...one, ...point })));
  if (!isNoData) return { rows };
  const note = "the service says that nothing matches";
  return { rows, note: rows.length === 0 ? note : `${note}; what it sent has no values` };
}

/** Reads the frequency in capitals, since the service does not distinguish. The client reports a wrong one. */
function frequencyOf({ frequency = "" }: FetchOptions): SeriesFrequency {
  return frequency.toUpperCase() as SeriesFrequency;
}

function rangeOf({ startDate, endDate, startPosition }: FetchOptions) {
  return {
    ...(startDate !== undefined && { start: startDate }),
    ...(endDate !== undefined && { end: endDate }),
    ...(startPosition !== undefined && { startPosition: Number(startPosition) }),
  };
}

/** Reads form and language of the answer. The client reports wrong ones. */
function formOf({ lang, wire }: FetchOptions): AnswerForm {
  return {
    ...(lang !== undefined && { language: lang as "en" | "jp" }),
    ...(wire !== undefined && { format: wire as "json" | "csv" }),
  };
}

export const statisticsFetches: FetchCall[] = [getDataCode, getDataLayer, getMetadata];

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
  const written = series.frequency ?? "";
  const frequency = readFrequency(written);
  const first = frequency === undefined ? day : (readPeriod(written, dateOfDay(day, frequency)) ?? day);
  return { ...series, points: series.points.filter(({ period }) => period >= first) };
}
