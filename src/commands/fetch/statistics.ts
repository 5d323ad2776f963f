/** The statistics service's verbs; data comes as one row an observation. */
import { catalogueFields, seriesFields } from "../../upstreams/statistics/fields.ts";
import { dateOfDay } from "../../upstreams/statistics/period.ts";
import type { AnswerForm, Frequency, SeriesPage } from "../../upstreams/statistics/records.ts";
import { type FetchCall, type FetchedPage, type FetchOptions, parameter } from "./call.ts";
import { pagesSince } from "./since.ts";

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
    parameter("layer", "layers, comma-separated: the first is needed, * stands for all", true),
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
function frequencyOf({ frequency = "" }: FetchOptions): Frequency {
  return frequency.toUpperCase() as Frequency;
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
