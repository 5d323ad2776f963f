/** Reads the pages of a call. */
import * as z from "zod";
import { Failure } from "../../lib/failure.ts";
import type { Http } from "../../lib/http/http.ts";
import { bodyJson, statusFailure } from "../../lib/http/response.ts";
import { buildUrl, type QueryValue } from "../../lib/http/url.ts";
import { checkAnswer } from "../misfits.ts";
import { knownNames, noteUnknownFields, type OddityCollector } from "../oddities.ts";
import { createRowReader, type Listing } from "../read-rows.ts";

export interface MarketLine {
  readonly url: string;
  readonly apiKey: string;
  readonly http: Http;
}

type Query = Readonly<Record<string, QueryValue>>;

/** Far above what two years of a stock or a day of all take; a service that goes on longer is going round in circles. */
const maxPages = 1_000;

/** Status with which the service says that a call which exists has no data. */
const noData = 210;

/** The envelope of every call: rows, and the key of the next page where there is one. */
const page = z.object({ data: z.array(z.unknown()), pagination_key: z.string().nullish() });

/** "cursor" was seen beside them. */
const pageNames = knownNames({}, ["data", "pagination_key", "cursor"]);

/** Description of the rows; the path is the call's. */
export type MarketRows<Row extends z.ZodType> = Pick<Listing<Row>, "schema" | "fields" | "names">;

/**
 * The rows of a call, page by page. Rows that do not fit are set aside where `oddities` is given, else they fail
 * the whole answer; so do pages that repeat. Throws a Failure, of too many bad rows after the last page.
 */
export async function* readPages<Row extends z.ZodType>(
  line: MarketLine,
  path: string,
  query: Query,
  rows: MarketRows<Row>,
  signal: AbortSignal | undefined,
  oddities: OddityCollector | undefined,
): AsyncGenerator<z.output<Row>[], void, void> {
  const reader = createRowReader({ ...rows, where: path, path: ["data"] }, oddities);
  const seen = new Set<string>();
  let asked = query;
  let pages = 0;
  do {
    const body = await readPage(line, path, asked, signal);
    if (oddities) noteUnknownFields(body, pageNames, { where: path, path: [] }, oddities);
    const answer = checkAnswer(page, body, path);
    const key = answer.pagination_key || undefined;
    const marks = [...marksOf(answer.data), ...(key === undefined ? [] : [`key ${key}`])];
    if (marks.some((mark) => seen.has(mark)))
      throw new Failure("incomplete", `${path}: the same page came twice`);
    for (const mark of marks) seen.add(mark);
    yield reader.page(answer.data);
    if (key === undefined) return reader.end();
    pages += 1;
    asked = { ...query, pagination_key: key };
  } while (pages < maxPages);
  throw new Failure("incomplete", `${path}: more than ${maxPages} pages`);
}

/** Marks by which the rows of a page are told from those of another; empty if there are no rows. */
function marksOf(rows: readonly unknown[]): string[] {
  return rows.length === 0 ? [] : [JSON.stringify(["rows", rows.length, rows[0], rows.at(-1)])];
}

async function readPage(
  { url, apiKey, http }: MarketLine,
  path: string,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const headers = apiKey === "" ? {} : { "x-api-key": apiKey };
  const response = await http.get(buildUrl(url, path, query), { headers, signal });
  if (response.status === noData) return { data: [] };
  if (response.status !== 200) throw statusFailure(response, [apiKey]);
  return bodyJson(response);
}
