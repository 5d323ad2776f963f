import * as z from "zod";
import { Failure } from "../../lib/failure.ts";
import { bodyJson } from "../../lib/http/body-text.ts";
import { buildUrl, type QueryValue } from "../../lib/http/build-url.ts";
import type { Http } from "../../lib/http/http.ts";
import { statusFailure } from "../../lib/http/status-failure.ts";
import { checkAnswer } from "../check-answer.ts";

export interface MarketLine {
  readonly url: string;
  readonly apiKey: string;
  readonly http: Http;
}

type Query = Readonly<Record<string, QueryValue>>;

/** Far above what two years of a stock or a day of all take; a service that goes on longer is going round in circles. */
const maxPages = 1_000;

/** What the service says where it has no data for a call that exists. */
const noData = 210;

/** The envelope of every call: rows, and the key of the next page where there is one. */
const page = z.object({ data: z.array(z.unknown()), pagination_key: z.string().nullish() });

/**
 * The rows of a call, page by page, each row through `schema`. A row that does not fit fails the whole answer,
 * and so do pages that repeat. Throws a Failure.
 */
export async function* readPages<Row extends z.ZodType>(
  line: MarketLine,
  path: string,
  query: Query,
  schema: Row,
  signal: AbortSignal | undefined,
): AsyncGenerator<z.output<Row>[], void, void> {
  const rows = z.object({ data: z.array(schema) });
  const seen = new Set<string>();
  let asked = query;
  do {
    const answer = await readPage(line, path, asked, signal);
    yield checkAnswer(rows, answer, path).data;
    const key = answer.pagination_key || undefined;
    if (key === undefined) return;
    if (seen.has(key)) throw new Failure("incomplete", `${path}: the same page came twice`);
    seen.add(key);
    asked = { ...query, pagination_key: key };
  } while (seen.size < maxPages);
  throw new Failure("incomplete", `${path}: more than ${maxPages} pages`);
}

async function readPage(
  { url, apiKey, http }: MarketLine,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
) {
  const headers = apiKey === "" ? {} : { "x-api-key": apiKey };
  const response = await http.get(buildUrl(url, path, query), { headers, signal });
  if (response.status === noData) return { data: [], pagination_key: undefined };
  if (response.status !== 200) throw statusFailure(response, [apiKey]);
  return checkAnswer(page, bodyJson(response), path);
}
