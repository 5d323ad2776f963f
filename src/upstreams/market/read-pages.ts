import * as z from "zod";
import { Failure } from "../../lib/failure.ts";
import { bodyJson } from "../../lib/http/body-text.ts";
import { buildUrl, type QueryValue } from "../../lib/http/build-url.ts";
import type { Http } from "../../lib/http/http.ts";
import { statusFailure } from "../../lib/http/status-failure.ts";
import { checkAnswer } from "../check-answer.ts";
import { page } from "./schema.ts";

export interface MarketLine {
  readonly url: string;
  readonly apiKey: string;
  readonly http: Http;
}

/** Far above what a day or the master list takes; a service that goes on longer is going round in circles. */
const maxPages = 200;

/** What the service says where it has no data for a call that exists. */
const noData = 210;

/**
 * Every row of a call, over all its pages, each through `schema`. A row that does not fit fails the whole answer,
 * and so do pages that repeat. Throws a Failure.
 */
export async function readPages<Row extends z.ZodType>(
  line: MarketLine,
  path: string,
  query: Readonly<Record<string, QueryValue>>,
  schema: Row,
  signal: AbortSignal | undefined,
): Promise<z.output<Row>[]> {
  const rows: z.output<Row>[] = [];
  const seen = new Set<string>();
  let key: string | undefined;
  do {
    const answer = await readPage(line, path, { ...query, pagination_key: key }, signal);
    // Not spread into push: a page may hold more rows than a call takes arguments.
    for (const row of checkAnswer(z.object({ data: z.array(schema) }), answer, path).data) rows.push(row);
    key = answer.pagination_key || undefined;
    if (key === undefined) return rows;
    if (seen.has(key)) throw new Failure("incomplete", `${path}: the same page came twice`);
    seen.add(key);
  } while (seen.size < maxPages);
  throw new Failure("incomplete", `${path}: more than ${maxPages} pages`);
}

async function readPage(
  { url, apiKey, http }: MarketLine,
  path: string,
  query: Readonly<Record<string, QueryValue>>,
  signal: AbortSignal | undefined,
) {
  const headers = apiKey === "" ? {} : { "x-api-key": apiKey };
  const response = await http.get(buildUrl(url, path, query), { headers, signal });
  if (response.status === noData) return { data: [], pagination_key: undefined };
  if (response.status !== 200) throw statusFailure(response, [apiKey]);
  return checkAnswer(page, bodyJson(response), path);
}
