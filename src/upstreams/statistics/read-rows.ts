/** Answers of many rows, tens of megabytes in the largest catalogue: each row is read as it comes. */
import type { z } from "zod";
import { Failure } from "../../lib/failure.ts";
import type { QueryValue } from "../../lib/http/build-url.ts";
import { checkAnswer } from "../check-answer.ts";
import { readAnswer, type StatisticsLine } from "./read-answer.ts";
import type { AnswerForm } from "./records.ts";
import { rowsAnswer } from "./schema.ts";

interface RowsAnswer<Row> {
  /** Without those for which the schema gives undefined. */
  readonly rows: Row[];
  /** What stands around the rows. */
  readonly answer: unknown;
}

/** Undefined when the service says that nothing matches. Throws a Failure, a bad row's after the answer's own. */
export async function readRows<Row>(
  line: StatisticsLine,
  verb: string,
  schema: z.ZodType<Row | undefined>,
  query: Readonly<Record<string, QueryValue>>,
  form: AnswerForm,
  signal: AbortSignal | undefined,
): Promise<RowsAnswer<Row> | undefined> {
  let rows = createRows(verb, schema);
  const takeRows = () => {
    rows = createRows(verb, schema);
    return rows.take;
  };
  const answer = await readAnswer(line, verb, query, form, signal, takeRows);
  if (answer === undefined) return undefined;
  for (const row of checkAnswer(rowsAnswer, answer, verb).RESULTSET) rows.take(row);
  return { rows: rows.taken(), answer };
}

function createRows<Row>(verb: string, schema: z.ZodType<Row | undefined>) {
  const taken: Row[] = [];
  let count = 0;
  let failure: Failure | undefined;
  return {
    take(row: unknown): void {
      if (failure !== undefined) return;
      try {
        const record = checkAnswer(schema, row, verb, ["RESULTSET", count]);
        if (record !== undefined) taken.push(record);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        failure = error;
      }
      count += 1;
    },
    taken(): Row[] {
      if (failure !== undefined) throw failure;
      return taken;
    },
  };
}
