/** The client of the market service: any call of the table, in either dialect, over all of its pages. */
import * as z from "zod";
import { Failure } from "../../lib/failure.ts";
import type { Http } from "../../lib/http/http.ts";
import { bodyJson, statusFailure } from "../../lib/http/response.ts";
import { buildUrl } from "../../lib/http/url.ts";
import { nextTurn } from "../../lib/turns.ts";
import { addDays } from "../../model/dates.ts";
import { checkAnswer, type OddityCollector } from "../misfits.ts";
import { createRowReader, type Listing } from "../read-rows.ts";
import { knownNames, noteUnknownFields, pickFields, recordSchema, type WatchedRecord } from "../record.ts";
import { checkMarketQuery, type MarketCall, wireQuery } from "./call.ts";
import {
  type CallRegistry,
  callNamed,
  callRegistry,
  companyNames,
  type MarketCalls,
  tradingDays,
} from "./calls.ts";
import { createForms } from "./refusals.ts";

export interface MarketLine {
  /** It ends in the version segment. */
  readonly url: string;
  /** Empty: no key is sent. */
  readonly apiKey: string;
  readonly http: Http;
  /** Left out: those that are built in. */
  readonly calls?: CallRegistry;
}

/** The service itself, which has paths that no registry knows. */
export interface MarketService extends MarketCalls {
  /** One answer as it came, of any path with its first slash; the query is under the service's names. Throws a Failure. */
  answer(path: string, query: Query, signal?: AbortSignal): Promise<unknown>;
}

export function createMarketClient({ url, apiKey, http, calls = callRegistry() }: MarketLine): MarketService {
  // Keys read from a file end in a line break, which no header may hold.
  const line = { url, apiKey: apiKey.trim(), http };
  const inTakenForm = createForms();

  async function* pagesOf(
    name: string,
    query: Query,
    signal: AbortSignal | undefined,
    oddities: OddityCollector | undefined,
    some?: readonly string[],
  ): AsyncGenerator<WatchedRecord[], string | undefined, void> {
    const call = callNamed(calls, name);
    checkMarketQuery(call, query);
    const fields = some === undefined ? call.fields : pickFields(call.fields, some);
    const rows = { schema: recordSchema(fields), fields, names: knownNames(call.fields), ...placesOf(call) };
    return yield* inTakenForm(name, call, wireQuery(call, query), (path, asked) =>
      readPages(line, path, asked, rows, signal, oddities),
    );
  }

  const read: MarketCalls["read"] = async (name, query, signal, oddities, fields) => {
    const rows: WatchedRecord[] = [];
    // Not spread into push: a page may hold more rows than a call takes arguments.
    for await (const page of pagesOf(name, query, signal, oddities, fields))
      for (const row of page) rows.push(row);
    // Rows have these fields, whose types are in the table of the call.
    return rows as never;
  };

  return {
    read,
    answer: (path, query, signal) => readPage(line, path, query, signal, "data"),
    pages: (name, query, signal, oddities) => pagesOf(name, query, signal, oddities),
    async files(call, query, signal) {
      checkMarketQuery(call, query);
      const answer = await readPage(line, `/${call.name}`, wireQuery(call, query), signal, "data");
      return call.files(answer, query);
    },
    async tradingDays({ from, to }, signal) {
      // A week more holds a weekend, which tells the meanings apart.
      const query = { from: addDays(from, -7), to };
      const days = await read("markets/calendar", query, signal, undefined, ["date", "holidayDivision"]);
      if (days.length === 0) return new Map();
      const open = tradingDays(days);
      return new Map([...open].filter(([date]) => date >= from));
    },
    async names(signal, oddities) {
      const fields = ["code", "companyName", "companyNameEnglish"] as const;
      return companyNames(await read("equities/master", {}, signal, oddities, fields));
    },
  };
}

type Query = Readonly<Record<string, string | undefined>>;

/** Far above what two years of a stock or a day of all take; a service that goes on longer is going round in circles. */
const maxPages = 1_000;

/** Rows that are read at once: some milliseconds. */
const rowsAtOnce = 500;

/** Status with which the service says that a call which exists has no data. */
const noData = 210;

/**
 * Where an answer has its rows, the key of the next page where there is one, and the cursor. A cursor of another form is
 * none: without it a day is read anew, and nothing is lost.
 */
function placesOf({ rows: list = "data", paging = "pagination_key" }: MarketCall) {
  const envelope = z.object({
    cursor: z.string().nullish().catch(undefined),
    [paging]: z.string().nullish(),
    [list]: z.array(z.unknown()),
  });
  return { list, paging, envelope, pageNames: knownNames({}, [list, paging, "cursor"]) };
}

/** Description of the rows, and of the answer around them; the path is the call's. */
type MarketRows<Row extends z.ZodType> = Pick<Listing<Row>, "schema" | "fields" | "names"> &
  ReturnType<typeof placesOf>;

/**
 * The rows of a call, page by page. Rows that do not fit are set aside where `oddities` is given, else they fail
 * the whole answer; so do pages that repeat. Returns the last cursor. Throws a Failure, of too many bad rows after the
 * last page.
 */
async function* readPages<Row extends z.ZodType>(
  line: MarketLine,
  path: string,
  query: Query,
  rows: MarketRows<Row>,
  signal: AbortSignal | undefined,
  oddities: OddityCollector | undefined,
): AsyncGenerator<z.output<Row>[], string | undefined, void> {
  const { schema, fields, names, list, paging, envelope, pageNames } = rows;
  const reader = createRowReader({ schema, fields, names, where: path, path: [list] }, oddities);
  const seen = new Set<string>();
  let asked = query;
  let pages = 0;
  let cursor: string | undefined;
  do {
    const body = await readPage(line, path, asked, signal, list);
    if (oddities) noteUnknownFields(body, pageNames, { where: path, path: [] }, oddities);
    const answer: Readonly<Record<string, unknown>> = checkAnswer(envelope, body, path);
    const data = answer[list] as readonly unknown[];
    const key = (answer[paging] as string | null | undefined) || undefined;
    cursor = (answer.cursor as string | null | undefined) || cursor;
    const marks = [...marksOf(data), ...(key === undefined ? [] : [`key ${key}`])];
    if (marks.some((mark) => seen.has(mark)))
      throw new Failure("incomplete", `${path}: the same page came twice`);
    for (const mark of marks) seen.add(mark);
    const page = reader.begin();
    for (const [at, row] of data.entries()) {
      // A day of all stocks is one page: others have their turns meanwhile.
      if (at > 0 && at % rowsAtOnce === 0) await nextTurn();
      page.take(row);
    }
    yield page.end();
    if (key === undefined) {
      reader.end();
      return cursor;
    }
    pages += 1;
    asked = { ...query, [paging]: key };
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
  list: string,
): Promise<unknown> {
  const headers = apiKey === "" ? {} : { "x-api-key": apiKey };
  const response = await http.get(buildUrl(url, path, query), { headers, signal });
  if (response.status === noData) return { [list]: [] };
  if (response.status !== 200) throw statusFailure(response, [apiKey]);
  return bodyJson(response);
}
