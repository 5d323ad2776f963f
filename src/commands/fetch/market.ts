/** The market service's calls, each made from its entry in the table of calls. */
import { Failure } from "../../lib/failure.ts";
import { addDays, isWeekday } from "../../model/dates.ts";
import type { MarketCall, MarketParameter } from "../../upstreams/market/call.ts";
import { type MarketCallName, marketCalls } from "../../upstreams/market/calls.ts";
import { QueryError } from "../../upstreams/misfits.ts";
import type { RecordFacts } from "../../upstreams/record-set.ts";
import { type FetchCall, type FetchedRow, type FetchOptions, parameter } from "./call.ts";

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
  const facts = marketCalls[name].records;
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
  const call: MarketCall = marketCalls[name];
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

interface RangePage {
  readonly rows: readonly FetchedRow[];
  /** The day that was asked for by itself, and its place among them. */
  readonly day?: { readonly date: string; readonly place: number; readonly of: number };
  /** Reason why the range was refused; with the first of its days. */
  readonly refusal?: Failure;
}

interface RangeAsking {
  readonly ask: (options: FetchOptions) => AsyncGenerator<readonly FetchedRow[], void, void>;
  /** The day by which the service chooses a row; undefined where the row does not say it. */
  readonly dayOf: (row: FetchedRow) => string | undefined;
  /** The end of a range that has none, or a later one; without it nothing is asked day by day. */
  readonly lastDay: string | undefined;
}

/** Status for parameters that the service does not take together, or not without others. */
const badRequest = 400;

/**
 * The pages of a query. Where the service refuses its range, every weekday is asked for by itself; rows of another
 * day than the one that was asked for end that, since the service then passes over days. Throws a Failure.
 */
async function* pagesOfRange(
  options: FetchOptions,
  asking: RangeAsking,
): AsyncGenerator<RangePage, void, void> {
  let refusal: Failure | undefined;
  let isBegun = false;
  try {
    for await (const rows of asking.ask(options)) {
      isBegun = true;
      yield { rows };
    }
    return;
  } catch (error) {
    if (isBegun || !isRefusal(error)) throw error;
    refusal = error;
  }
  const days = daysOf(options, asking.lastDay);
  if (days.length === 0) throw refusal;
  for (const [at, date] of days.entries()) {
    const day = { date, place: at + 1, of: days.length };
    for await (const rows of pagesOfDay(date, options, asking, refusal)) {
      yield { rows, day, ...(refusal && { refusal }) };
      refusal = undefined;
    }
  }
}

/** @param refusal of the range, where no day was read yet */
async function* pagesOfDay(
  date: string,
  { from: _from, to: _to, ...rest }: FetchOptions,
  { ask, dayOf }: RangeAsking,
  refusal: Failure | undefined,
): AsyncGenerator<readonly FetchedRow[], void, void> {
  const withRefusal = (said: string) => (refusal === undefined ? said : `${refusal.message}; ${said}`);
  try {
    for await (const rows of ask({ ...rest, date })) {
      const other = rows.map(dayOf).find((day) => day !== undefined && day !== date);
      if (other !== undefined)
        throw new Failure("rejected", withRefusal(`${date} is answered with rows of ${other}`));
      yield rows;
    }
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { reason, status, message } = error;
    throw new Failure(reason, withRefusal(`${date}: ${message}`), { status, cause: error });
  }
}

function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && !(error instanceof QueryError) && error.status === badRequest;
}

/**
 * The weekdays of a range, since the exchange is closed on the others; which of them are holidays is left to the
 * service. None for a query that is no range, or that begins at one of its pages.
 */
function daysOf(
  { from, to, date, pagination_key: page }: FetchOptions,
  lastDay: string | undefined,
): string[] {
  if (from === undefined || date !== undefined || page !== undefined || lastDay === undefined) return [];
  const last = to !== undefined && to < lastDay ? to : lastDay;
  const days: string[] = [];
  for (let day = from; day <= last; day = addDays(day, 1)) if (isWeekday(day)) days.push(day);
  return days;
}
