/** The market service's calls, each made from its entry in the table of calls. */
import type { MarketParameter } from "../../upstreams/market/call.ts";
import { anyMarketCall, type MarketCallName, marketCalls } from "../../upstreams/market/calls.ts";
import { recordFacts } from "../../upstreams/market/record-facts.ts";
import type { RecordFacts } from "../../upstreams/record-set.ts";
import { type FetchCall, type FetchedRow, type FetchOptions, parameter } from "./call.ts";
import { pagesOfRange } from "./days.ts";

const about: Record<MarketParameter, string> = {
  code: "code of 4 or 5 characters",
  date: "one day, YYYY-MM-DD",
  from: "first day, YYYY-MM-DD",
  to: "last day, YYYY-MM-DD",
  section: "section of the market",
  pagination_key: "the page to begin at",
  category: "product, such as NK225F, where the service knows it",
  contract_flag: "1 for central contract months alone, 0 for the others, where the service knows it",
};

function rowsOf(name: MarketCallName): FetchCall["rows"] {
  const facts: RecordFacts = recordFacts[name];
  const dayOf = dayReader(facts);
  return async function* ({ market }, options, { signal, oddities, today }) {
    // The names of the options were checked against the call's own.
    const ask = (asked: FetchOptions) => market.pages(name, asked, signal, oddities);
    const lastDay = facts.isAhead ? undefined : today;
    for await (const { rows, day, refusal } of pagesOfRange(options, { ask, dayOf, lastDay }))
      yield {
        rows,
        otherDays: rows.flatMap((row) => otherDay(dayOf(row), options) ?? []),
        ...(day && { at: `${day.date}, day ${day.place} of ${day.of}` }),
        ...(refusal && { note: `the service takes no such range (${refusal.message}): asked day by day` }),
      };
  };
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
  const call = anyMarketCall(name);
  return {
    service: "market",
    call: name,
    about: call.about,
    parameters: call.parameters.map((each) =>
      parameter(each, about[each], call.required?.includes(each) === true),
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
