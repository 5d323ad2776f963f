/**
 * Answers of many rows, tens of megabytes in the largest catalogue: each row is read as it comes. The service's wire
 * shapes, of both dialects and languages, end here.
 */
import * as z from "zod";
import type { QueryValue } from "../../lib/http/url.ts";
import type { Room } from "../../lib/turns.ts";
import { known } from "../../model/fields.ts";
import { optionalInteger, readNumber } from "../field-types.ts";
import { checkAnswer, type OddityCollector } from "../misfits.ts";
import { createRowReader, type Listing, type RowReader } from "../read-rows.ts";
import { isUnknown, knownNames, noteUnknownFields, readRecord } from "../record.ts";
import { readAnswer, type StatisticsLine } from "./read-answer.ts";
import {
  type AnswerForm,
  type CatalogueRow,
  catalogueFields,
  inLanguage,
  layerFields,
  readPeriod,
  type SeriesData,
  type SeriesInfo,
  seriesFields,
} from "./records.ts";

export const nextPosition = z.object({ NEXTPOSITION: optionalInteger });

/**
 * Rows without a code are headings between the series. One that has all that only a series has, is a series whose
 * code was lost.
 */
const isHeading = (row: Readonly<Record<string, unknown>>) => {
  const ofSeries = [row.FREQUENCY, row.LAST_UPDATE, row.START_OF_THE_TIME_SERIES];
  return isUnknown(row.SERIES_CODE) && ofSeries.some(isUnknown);
};

/** For the rows of one call, each small in memory; undefined for a heading. */
function createCatalogueRow(language: "en" | "jp") {
  const share = createShareTexts();
  const ofSeries = inLanguage(seriesFields, language);
  const ofCatalogue = inLanguage(catalogueFields, language);
  return z.looseObject({}).transform((row, context): CatalogueRow | undefined => {
    if (isHeading(row)) return undefined;
    const levels = readRecord(layerFields, row, context);
    const read: CatalogueRow = {
      ...readRecord(ofSeries, row, context),
      layers: Object.values(levels).map(share),
      ...readRecord(ofCatalogue, row, context),
    };
    for (const name of sharedTexts) {
      const text = read[name];
      if (text !== undefined) read[name] = share(text);
    }
    return read;
  });
}

const sharedTexts = ["unit", "frequency", "category", "lastUpdate", "start", "end", "notes"] as const;

/** A catalogue's rows without what only people read: a monitor looks at whole catalogues. */
function createInfoRow(language: "en" | "jp") {
  return createCatalogueRow(language).transform((row): SeriesInfo | undefined => {
    if (row === undefined) return undefined;
    const { code, unit, frequency, category, lastUpdate, layers } = row;
    if (unit === undefined || frequency === undefined || category === undefined || lastUpdate === undefined)
      return known({ code, unit, frequency, category, lastUpdate, layers });
    // As most are: an object that is written out takes the least room, and there are 166,513 of them.
    return { code, unit, frequency, category, lastUpdate, layers };
  });
}

/** An answer whose rows are read one by one. */
const rowsAnswer = z.object({ RESULTSET: z.array(z.unknown()) });

/** One that says that nothing matches need not have any. */
const noDataAnswer = z.object({ RESULTSET: z.array(z.unknown()).nullish() });

const seriesWire = z.looseObject({
  VALUES: z.object({ SURVEY_DATES: z.array(z.unknown()), VALUES: z.array(z.unknown()) }),
});

/** For the rows of one call, which have the same periods again and again: each is read once. */
function createSeriesRow(language: "en" | "jp") {
  const periodOf = createPeriods();
  const fields = inLanguage(seriesFields, language);
  return seriesWire.transform((row, context): SeriesData => {
    const series = readRecord(fields, row, context);
    const { SURVEY_DATES: dates, VALUES: values } = row.VALUES;
    const problem = (message: string, path: PropertyKey[]) => {
      context.addIssue({ code: "custom", message, path: ["VALUES", ...path] });
    };
    if (dates.length !== values.length) problem(`expected ${dates.length} values`, ["VALUES"]);
    const points: SeriesData["points"] = [];
    for (const [index, date] of dates.entries()) {
      // Seen among the dates: a value of no period is nothing that could be told.
      if (date === null) continue;
      if (typeof date !== "number" && typeof date !== "string") {
        problem("expected a number", ["SURVEY_DATES", index]);
        continue;
      }
      const period = periodOf(series.frequency ?? "", date);
      const value = isUnknown(values[index]) ? null : readNumber(values[index]);
      if (period === undefined) problem("expected a date of the frequency", ["SURVEY_DATES", index]);
      if (value === undefined) problem("expected a number", ["VALUES", index]);
      if (period !== undefined && value !== undefined) points.push({ period, value });
    }
    return { ...series, points };
  });
}

/** readPeriod, which remembers. */
function createPeriods(): typeof readPeriod {
  const known = new Map<string, Map<number | string, string>>();
  return (frequency, date) => {
    const periods = known.get(frequency) ?? new Map<number | string, string>();
    known.set(frequency, periods);
    const period = periods.get(date) ?? readPeriod(frequency, date);
    if (period !== undefined) periods.set(date, period);
    return period;
  };
}

/** Gives one copy of texts that many rows hold. */
type ShareTexts = (text: string) => string;

/** Texts that all rows have for themselves, such as names, would fill the memory that sharing is to save. */
const mostShared = 20_000;

/**
 * A catalogue has up to 166,513 series, which have a few units, categories, periods and days between them.
 */
function createShareTexts(): ShareTexts {
  const shared = new Map<string, string>();
  return (text) => {
    const known = shared.get(text);
    if (known === undefined && shared.size < mostShared) shared.set(text, text);
    return known ?? text;
  };
}

export interface AskedRows {
  readonly query: Readonly<Record<string, QueryValue>>;
  readonly form: AnswerForm;
  readonly signal: AbortSignal | undefined;
  readonly oddities: OddityCollector | undefined;
}

export interface Giving<Row> {
  /** Gets each row of an answer as it comes, before it is known whether the answer is whole. */
  give(row: Row): void;
  /** When there is room for more of them. */
  readonly room: Room;
}

interface RowsAnswer<Row> {
  readonly rows: Row[];
  /** Answer around the rows. */
  readonly answer: unknown;
  /** The service says that nothing matches. */
  readonly isNoData: boolean;
}

/**
 * One page, which may hold no list of rows where nothing matches. Throws a Failure, a bad row's after the answer's
 * own. With `giving` the page keeps no rows.
 */
export async function readRowPage<Row>(
  line: StatisticsLine,
  verb: string,
  reader: RowReader<Row>,
  { query, form, signal, oddities }: AskedRows,
  giving?: Giving<Row>,
): Promise<RowsAnswer<Row>> {
  const begin = giving === undefined ? () => reader.begin() : beginGiving(reader, giving);
  let page = begin();
  const takeRows = () => {
    page = begin();
    return page.take;
  };
  const { answer, isNoData } = await readAnswer(line, verb, query, form, signal, {
    takeRows,
    room: giving?.room,
  });
  if (oddities) noteUnknownFields(answer, answerNames, { where: verb, path: [] }, oddities);
  const { RESULTSET } = checkAnswer(isNoData ? noDataAnswer : rowsAnswer, answer, verb);
  for (const row of RESULTSET ?? []) page.take(row);
  return { rows: page.end(), answer, isNoData };
}

/** Gives only new rows where an answer is asked for again after it was cut. */
function beginGiving<Row>(reader: RowReader<Row>, { give }: Giving<Row>) {
  let given = 0;
  return () => {
    let came = 0;
    return reader.begin((row) => {
      came += 1;
      if (came <= given) return;
      given = came;
      give(row);
    });
  };
}

const path = ["RESULTSET"];

interface Asked {
  /** The verb. */
  readonly where: string;
  readonly language: "en" | "jp";
  readonly oddities: OddityCollector | undefined;
}

/** Names around the rows. */
const answerNames = knownNames({}, [
  "STATUS",
  "MESSAGEID",
  "MESSAGE",
  "DATE",
  "PARAMETER",
  "DB",
  "NEXTPOSITION",
  "RESULTSET",
]);

const catalogueRows = {
  fields: seriesFields,
  names: knownNames({ ...seriesFields, ...layerFields, ...catalogueFields }),
};

const seriesRows = {
  fields: seriesFields,
  names: knownNames(seriesFields, ["VALUES"]),
};

function readerOf<Row extends z.ZodType>(
  rows: Pick<Listing<Row>, "fields" | "names">,
  createRow: (language: "en" | "jp") => Row,
) {
  return ({ where, language, oddities }: Asked) =>
    createRowReader({ ...rows, path, texts: "published", schema: createRow(language), where }, oddities);
}

/** Headings are undefined. */
export const catalogueReader = readerOf(catalogueRows, createCatalogueRow);

/** Reader of the rows without the texts that only people read. */
export const infoReader = readerOf(catalogueRows, createInfoRow);

export const seriesReader = readerOf(seriesRows, createSeriesRow);
