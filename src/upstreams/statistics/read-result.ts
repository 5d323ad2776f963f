/** How the rows of the statistics service's answers are read. */
import { knownNames } from "../known-names.ts";
import type { OddityCollector } from "../oddities.ts";
import { createRowReader } from "../read-rows.ts";
import { catalogueFields, layerFields, seriesFields } from "./fields.ts";
import { createCatalogueRow, createInfoRow, createSeriesRow } from "./schema.ts";

const path = ["RESULTSET"];

/** What stands around the rows. */
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
};

const seriesRows = { fields: seriesFields, names: knownNames(seriesFields, ["VALUES"]), path };

/** Headings are undefined. */
export function catalogueReader(where: string, oddities: OddityCollector | undefined) {
  return createRowReader({ ...catalogueRows, schema: createCatalogueRow(), where }, oddities);
}

/** The same rows, without what only people read. */
export function infoReader(where: string, oddities: OddityCollector | undefined) {
  return createRowReader({ ...catalogueRows, schema: createInfoRow(), where }, oddities);
}

export function seriesReader(where: string, oddities: OddityCollector | undefined) {
  return createRowReader({ ...seriesRows, schema: createSeriesRow(), where }, oddities);
}
