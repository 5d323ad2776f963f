/** The market service's calls, each made from its entry in the table of calls. */
import { Failure } from "../../lib/failure.ts";
import type { MarketCall } from "../../upstreams/market/call.ts";
import { type MarketCallName, marketCalls } from "../../upstreams/market/calls.ts";
import { marketParameters } from "../../upstreams/market/parameters.ts";
import type { MarketCalls } from "../../upstreams/market/records.ts";
import { hasIssueNames, wholePages, withName } from "../../upstreams/market/whole-rows.ts";
import { createOddities } from "../../upstreams/misfits.ts";
import type { RecordFacts } from "../../upstreams/record-set.ts";
import { type FetchCall, type FetchedPage, type FetchedRow, type FetchOptions, parameter } from "./call.ts";
import { pagesOfRange, type RangePage } from "./ranges.ts";

function rowsOf(name: MarketCallName): FetchCall["rows"] {
  const { fields, records }: MarketCall = marketCalls[name];
  const dayOf = dayReader(records);
  const isStock = hasIssueNames(fields);
  return async function* ({ market }, options, { signal, oddities, today, withNames }) {
    // The names of the options were checked against the call's own.
    const ask = (asked: FetchOptions) => wholePages(market, name, asked, { signal, oddities });
    const lastDay = records.isAhead ? undefined : today;
    const named = isStock && withNames ? createNaming(market, options, signal) : undefined;
    for await (const page of pagesOfRange(options, { ask, dayOf, lastDay })) {
      const rows = named === undefined ? page.rows : await named.rows(page.rows);
      yield {
        rows,
        otherDays: rows.flatMap((row) => otherDay(dayOf(row), options) ?? []),
        otherCodes: page.otherCodes,
        ...noted(page, named?.problem()),
      };
    }
  };
}

/** Notes about a page for a person. */
function noted({ at, day, refusal }: RangePage, lacking: string | undefined): Partial<FetchedPage> {
  const places = [day && `${day.date}, day ${day.place} of ${day.of}`, at].filter((one) => one !== undefined);
  const notes = [
    refusal && `the service takes no such range (${refusal.message}): asked day by day`,
    lacking && `without the names of stocks (${lacking})`,
  ].filter((one) => one !== undefined);
  return {
    ...(places.length === 0 ? {} : { at: places.join(": ") }),
    ...(notes.length === 0 ? {} : { note: notes.join("; ") }),
  };
}

/** Names for rows about stocks, from the list of issues, which is asked for with the first row that lacks one. */
function createNaming(market: MarketCalls, { code }: FetchOptions, signal: AbortSignal) {
  let known: ReadonlyMap<string, string> | undefined;
  let problem: string | undefined;
  return {
    async rows(rows: readonly FetchedRow[]): Promise<readonly FetchedRow[]> {
      if (rows.every((row) => row.name !== undefined)) return rows;
      try {
        known ??= await issueNames(market, code, signal);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        known = new Map();
        problem = error.message;
      }
      return rows.map((row) => withName(row, (each) => known?.get(each)));
    },
    /** Tells once why there are no names. */
    problem(): string | undefined {
      const told = problem;
      problem = undefined;
      return told;
    },
  };
}

async function issueNames(
  market: MarketCalls,
  code: string | undefined,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const query = code === undefined ? {} : { code };
  // One that cannot be read is left without a name.
  const issues = await market.read("equities/master", query, signal, createOddities(), [
    "code",
    "companyName",
  ]);
  return new Map(issues.map((issue) => [issue.code, issue.companyName]));
}

/** The day by which a row was chosen, or the only one that it has. */
function dayReader({ day, occurred }: RecordFacts): (row: FetchedRow) => string | undefined {
  const names = day ?? (occurred === undefined ? [] : [occurred]);
  return (row) => {
    const found = names.map((name) => row[name]).find((value) => value !== undefined);
    return found === undefined ? undefined : String(found);
  };
}

/** The day where it is not one that was asked for. */
function otherDay(day: string | undefined, { date, from, to }: FetchOptions): string | undefined {
  if (day === undefined) return undefined;
  const isAsked = day === (date ?? day) && (from ?? day) <= day && day <= (to ?? day);
  return isAsked ? undefined : day;
}

export const marketFetches: FetchCall[] = (Object.keys(marketCalls) as MarketCallName[]).map((name) => {
  const call: MarketCall = marketCalls[name];
  return {
    service: "market",
    call: name,
    about: call.about,
    parameters: call.parameters.map((each) =>
      parameter(each, marketParameters[each].about, call.required?.includes(each) === true),
    ),
    plan: call.plan,
    columns: Object.keys(call.fields),
    fields: call.fields,
    ...(call.parameters.includes("from") && {
      since: (day, options) => ({ ...options, from: day }),
    }),
    rows: rowsOf(name),
  };
});
