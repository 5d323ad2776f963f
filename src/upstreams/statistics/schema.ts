/** The statistics service's wire shapes, both dialects and languages; its names end here. */
import * as z from "zod";
import { readDecimal } from "../../lib/decimal.ts";
import { readRecord } from "../record.ts";
import { optionalInteger, optionalText, wireInteger } from "../wire-fields.ts";
import { isUnknown } from "../wire-values.ts";
import { catalogueFields, layerFields, seriesFields } from "./fields.ts";
import { readPeriod } from "./period.ts";
import type { CatalogueRow, SeriesData, SeriesInfo } from "./records.ts";
import { createShareTexts } from "./share-texts.ts";

/** What every answer holds, also one that tells of an error. */
export const envelope = z.object({
  STATUS: wireInteger,
  MESSAGEID: optionalText,
  MESSAGE: optionalText,
});

export const nextPosition = z.object({ NEXTPOSITION: optionalInteger });

type WireRow = Readonly<Record<string, unknown>>;
type Context = Parameters<typeof readRecord>[2];

/** Rows without a code are headings between the series. */
const isHeading = ({ SERIES_CODE: code }: WireRow) =>
  code === undefined || code === null || (typeof code === "string" && code.trim() === "");

function readInfo(row: WireRow, context: Context): SeriesInfo {
  const { layer1, layer2, layer3, layer4, layer5 } = readRecord(layerFields, row, context);
  const layers = [layer1, layer2, layer3, layer4, layer5].filter((level) => level !== undefined);
  return { ...readRecord(seriesFields, row, context), layers };
}

/** undefined for a heading. */
export const catalogueRow = z.looseObject({}).transform((row, context): CatalogueRow | undefined => {
  if (isHeading(row)) return undefined;
  return { ...readInfo(row, context), ...readRecord(catalogueFields, row, context) };
});

/** The same without what only people read, for a whole catalogue: small in memory. */
export function createInfoRow() {
  const share = createShareTexts();
  return z
    .looseObject({})
    .transform((row, context): SeriesInfo | undefined =>
      isHeading(row) ? undefined : share(readInfo(row, context)),
    );
}

/** An answer whose rows are read one by one. */
export const rowsAnswer = z.object({ RESULTSET: z.array(z.unknown()) });

const seriesWire = z.looseObject({
  VALUES: z.object({ SURVEY_DATES: z.array(z.unknown()), VALUES: z.array(z.unknown()) }),
});

/** For the rows of one answer, which have the same periods again and again: each is read once. */
export function createSeriesRow() {
  const periodsOf = new Map<string, Map<unknown, string | undefined>>();
  return seriesWire.transform((row, context): SeriesData => {
    const series = readRecord(seriesFields, row, context);
    const { SURVEY_DATES: dates, VALUES: values } = row.VALUES;
    const problem = (message: string, path: PropertyKey[]) => {
      context.addIssue({ code: "custom", message, path: ["VALUES", ...path] });
      return z.NEVER;
    };
    if (dates.length !== values.length) return problem(`expected ${dates.length} values`, ["VALUES"]);
    const { frequency = "" } = series;
    const periods = periodsOf.get(frequency) ?? new Map<unknown, string | undefined>();
    periodsOf.set(frequency, periods);
    const points: SeriesData["points"] = [];
    for (const [index, date] of dates.entries()) {
      if (typeof date !== "number" && typeof date !== "string")
        return problem("expected a number", ["SURVEY_DATES", index]);
      const period = periods.get(date) ?? readPeriod(frequency, date);
      if (period === undefined) return problem("expected a date of the frequency", ["SURVEY_DATES", index]);
      periods.set(date, period);
      const value = isUnknown(values[index]) ? null : readDecimal(values[index]);
      if (value === undefined) return problem("expected a number", ["VALUES", index]);
      points.push({ period, value });
    }
    return { ...series, points };
  });
}
