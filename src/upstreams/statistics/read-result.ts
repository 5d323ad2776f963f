/** The rows of an answer of the statistics service. */
import type { z } from "zod";
import { checkAnswer } from "../check-answer.ts";
import { knownNames, noteUnknownFields } from "../known-names.ts";
import type { OddityCollector } from "../oddities.ts";
import { createRowReader, type RowReader } from "../read-rows.ts";
import { catalogueFields, layerFields, seriesFields } from "./fields.ts";
import { catalogueRow, resultSet, seriesRow } from "./schema.ts";

const path = ["RESULTSET"];

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
  schema: catalogueRow,
  fields: seriesFields,
  names: knownNames({ ...seriesFields, ...layerFields, ...catalogueFields }),
  path,
};

const seriesRows = {
  schema: seriesRow,
  fields: seriesFields,
  names: knownNames(seriesFields, ["VALUES"]),
  path,
};

/** Headings are undefined. */
export function catalogueReader(where: string, oddities: OddityCollector | undefined) {
  return createRowReader({ ...catalogueRows, where }, oddities);
}

export function seriesReader(where: string, oddities: OddityCollector | undefined) {
  return createRowReader({ ...seriesRows, where }, oddities);
}

/** The rows of one page that can be read. Throws a Failure. */
export function readResult<Row>(
  answer: unknown,
  reader: RowReader<Row>,
  where: string,
  oddities: OddityCollector | undefined,
): Row[] {
  if (oddities) noteUnknownFields(answer, answerNames, { where, path: [] }, oddities);
  const rows: z.output<typeof resultSet> = checkAnswer(resultSet, answer, where);
  return reader.page(rows);
}
