/** The statistics service's wire shapes, both dialects and languages; its names end here. */
import * as z from "zod";
import { readDecimal } from "../../lib/decimal.ts";
import { readRecord } from "../record.ts";
import { optionalInteger, optionalText, wireInteger, wireOptional } from "../wire-fields.ts";
import { isUnknown } from "../wire-values.ts";
import { catalogueFields, layerFields, seriesFields } from "./fields.ts";
import { readPeriod } from "./period.ts";
import type { CatalogueRow, SeriesData } from "./records.ts";

/** What every answer holds, also one that tells of an error. */
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

export const catalogueRow = z.looseObject({}).transform((row, context): CatalogueRow | undefined => {
  if (isHeading(row)) return undefined;
  const levels = readRecord(layerFields, row, context);
  const { layer1, layer2, layer3, layer4, layer5 } = levels;
  return {
    ...readRecord(seriesFields, row, context),
    layers: [layer1, layer2, layer3, layer4, layer5].filter((level) => level !== undefined),
    ...readRecord(catalogueFields, row, context),
  };
});

/** The rows of any answer, as they came. */
export const resultSet = z
  .object({ RESULTSET: z.array(z.unknown()) })
  .transform(({ RESULTSET }) => RESULTSET);

const value = wireOptional("a number", readDecimal).transform((number) => number ?? null);

export const seriesRow = z
  .looseObject({
    VALUES: z.object({
      SURVEY_DATES: z.array(z.union([z.number(), z.string()], { error: "expected a number" })),
      VALUES: z.array(value),
    }),
  })
  .transform((row, context): SeriesData => {
    const series = readRecord(seriesFields, row, context);
    const { SURVEY_DATES: dates, VALUES: values } = row.VALUES;
    const problem = (message: string, path: PropertyKey[]) => {
      context.addIssue({ code: "custom", message, path: ["VALUES", ...path] });
      return z.NEVER;
    };
    if (dates.length !== values.length) return problem(`expected ${dates.length} values`, ["VALUES"]);
    const points: SeriesData["points"] = [];
    for (const [index, date] of dates.entries()) {
      const period = readPeriod(series.frequency ?? "", date);
      if (period === undefined) return problem("expected a date of the frequency", ["SURVEY_DATES", index]);
      points.push({ period, value: values[index] ?? null });
    }
    return { ...series, points };
  });
