/** The statistics service's wire shapes, both dialects and languages; its names end here. */
import * as z from "zod";
import { known } from "../../model/fields.ts";
import { isUnknown, optionalInteger, optionalText, readNumber, wireInteger } from "../field-types.ts";
import { readRecord } from "../record.ts";
import { catalogueFields, inLanguage, layerFields, readPeriod, seriesFields } from "./fields.ts";
import type { CatalogueRow, SeriesData, SeriesInfo } from "./records.ts";

/** Schema of every answer, also of one with an error. */
export const envelope = z.object({
  STATUS: wireInteger,
  MESSAGEID: optionalText,
  MESSAGE: optionalText,
});

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
export function createCatalogueRow(language: "en" | "jp") {
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
export function createInfoRow(language: "en" | "jp") {
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
export const rowsAnswer = z.object({ RESULTSET: z.array(z.unknown()) });

/** One that says that nothing matches need not have any. */
export const noDataAnswer = z.object({ RESULTSET: z.array(z.unknown()).nullish() });

const seriesWire = z.looseObject({
  VALUES: z.object({ SURVEY_DATES: z.array(z.unknown()), VALUES: z.array(z.unknown()) }),
});

/** For the rows of one call, which have the same periods again and again: each is read once. */
export function createSeriesRow(language: "en" | "jp") {
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
export type ShareTexts = (text: string) => string;

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
