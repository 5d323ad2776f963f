/** Readers of the rows of the statistics service's answers. */
import { knownNames } from "../known-names.ts";
import type { OddityCollector } from "../oddities.ts";
import { createRowReader } from "../read-rows.ts";
import { catalogueFields, layerFields, seriesFields } from "./fields.ts";
import { createCatalogueRow, createInfoRow, createSeriesRow } from "./schema.ts";

const path = ["RESULTSET"];

interface Asked {
  /** The verb. */
  readonly where: string;
  readonly language: "en" | "jp";
  readonly oddities: OddityCollector | undefined;
}

/** Names around the rows. */
export const answerNames = knownNames({}, [
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
  path,
  texts: "published",
} as const;

const seriesRows = {
  fields: seriesFields,
  names: knownNames(seriesFields, ["VALUES"]),
  path,
  texts: "published",
} as const;

/** Headings are undefined. */
export function catalogueReader(asked: Asked) {
  return createRowReader(
    { ...catalogueRows, schema: createCatalogueRow(asked.language), where: asked.where },
    asked.oddities,
  );
}

/** Reader of the rows without the texts that only people read. */
export function infoReader(asked: Asked) {
  return createRowReader(
    { ...catalogueRows, schema: createInfoRow(asked.language), where: asked.where },
    asked.oddities,
  );
}

export function seriesReader(asked: Asked) {
  return createRowReader(
    { ...seriesRows, schema: createSeriesRow(asked.language), where: asked.where },
    asked.oddities,
  );
}
