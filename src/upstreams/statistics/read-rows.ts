/** Answers of many rows, tens of megabytes in the largest catalogue: each row is read as it comes. */

import type { QueryValue } from "../../lib/http/url.ts";
import type { Room } from "../../lib/turns.ts";
import { checkAnswer, type OddityCollector } from "../misfits.ts";
import { createRowReader, type RowReader } from "../read-rows.ts";
import { knownNames, noteUnknownFields } from "../record.ts";
import { catalogueFields, layerFields, seriesFields } from "./fields.ts";
import { readAnswer, type StatisticsLine } from "./read-answer.ts";
import type { AnswerForm } from "./records.ts";
import { createCatalogueRow, createInfoRow, createSeriesRow, noDataAnswer, rowsAnswer } from "./schema.ts";

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
export async function readRows<Row>(
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
