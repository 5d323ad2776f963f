/** The statistics service's wire shapes, both dialects and languages; its names end here. */
import * as z from "zod";
import { readDecimal } from "../../lib/decimal.ts";
import { known } from "../../lib/known.ts";
import { optionalInteger, optionalText, wireInteger, wireOptional, wireText } from "../wire-fields.ts";
import { readCompactDay, readPeriod } from "./period.ts";
import type { SeriesData, SeriesInfo } from "./records.ts";

/** What every answer holds, also one that tells of an error. */
export const envelope = z.object({
  STATUS: wireInteger,
  MESSAGEID: optionalText,
  MESSAGE: optionalText,
});

export const nextPosition = z.object({ NEXTPOSITION: optionalInteger });

const lastUpdate = wireOptional("a date YYYYMMDD", readCompactDay);

/** The fields that both kinds of series have; those of the language not asked for are absent. */
const description = {
  NAME_OF_TIME_SERIES: optionalText,
  NAME_OF_TIME_SERIES_J: optionalText,
  UNIT: optionalText,
  UNIT_J: optionalText,
  FREQUENCY: optionalText,
  CATEGORY: optionalText,
  CATEGORY_J: optionalText,
  LAST_UPDATE: lastUpdate,
};

type Description = { [Name in keyof typeof description]?: string | undefined };

function describe(row: Description) {
  return known({
    name: row.NAME_OF_TIME_SERIES ?? row.NAME_OF_TIME_SERIES_J,
    unit: row.UNIT ?? row.UNIT_J,
    frequency: row.FREQUENCY,
    category: row.CATEGORY ?? row.CATEGORY_J,
    lastUpdate: row.LAST_UPDATE,
  });
}

/** A level of the catalogue: text or an integer, where 0 is an unused one. */
const layer = wireOptional("a layer", (value) =>
  typeof value === "number" || typeof value === "string" ? String(value).trim() : undefined,
);

const isUsed = (level: string | undefined) => level !== undefined && level !== "" && level !== "0";

const catalogueRow = z
  .object({
    SERIES_CODE: optionalText,
    ...description,
    LAYER1: layer,
    LAYER2: layer,
    LAYER3: layer,
    LAYER4: layer,
    LAYER5: layer,
  })
  // Rows without a code are headings between the series.
  .transform((row): SeriesInfo | undefined => {
    if (row.SERIES_CODE === undefined) return undefined;
    const levels = [row.LAYER1, row.LAYER2, row.LAYER3, row.LAYER4, row.LAYER5];
    return {
      code: row.SERIES_CODE,
      ...describe(row),
      layers: levels.filter((level) => isUsed(level)) as string[],
    };
  });

export const catalogue = z
  .object({ RESULTSET: z.array(catalogueRow) })
  .transform(({ RESULTSET }) => RESULTSET.filter((row) => row !== undefined));

const value = wireOptional("a number", readDecimal).transform((number) => number ?? null);

const seriesRow = z
  .object({
    SERIES_CODE: wireText,
    ...description,
    VALUES: z.object({
      SURVEY_DATES: z.array(z.union([z.number(), z.string()], { error: "expected a number" })),
      VALUES: z.array(value),
    }),
  })
  .transform((row, context): SeriesData => {
    const { SURVEY_DATES: dates, VALUES: values } = row.VALUES;
    const problem = (message: string, path: PropertyKey[]) => {
      context.addIssue({ code: "custom", message, path: ["VALUES", ...path] });
      return z.NEVER;
    };
    if (dates.length !== values.length) return problem(`expected ${dates.length} values`, ["VALUES"]);
    const points: SeriesData["points"] = [];
    for (const [index, date] of dates.entries()) {
      const period = readPeriod(row.FREQUENCY ?? "", date);
      if (period === undefined) return problem("expected a date of the frequency", ["SURVEY_DATES", index]);
      points.push({ period, value: values[index] ?? null });
    }
    return { code: row.SERIES_CODE, ...describe(row), points };
  });

export const seriesPage = z.object({ RESULTSET: z.array(seriesRow) }).transform(({ RESULTSET }) => RESULTSET);
