/** The market service's calls, each made from its entry in the registry of calls. */

import { Failure, failedAt, type Step } from "../../../lib/failure.ts";
import { addDays, isWeekday } from "../../../model/dates.ts";
import { type NamedCall, parameterFacts } from "../../../upstreams/market/call.ts";
import type { CallRegistry, MarketCalls } from "../../../upstreams/market/calls.ts";
import {
  hasIssueNames,
  type WholePage,
  wholePages,
  withName,
} from "../../../upstreams/market/record-sets.ts";
import { refusesRange } from "../../../upstreams/market/refusals.ts";
import { createOddities } from "../../../upstreams/misfits.ts";
import type { RecordFacts } from "../../../upstreams/record.ts";
import { type FetchCall, type FetchedPage, type FetchedRow, type FetchOptions, parameter } from "./call.ts";

function rowsOf(call: NamedCall): FetchCall["rows"] {
  const { fields, records } = call;
  const dayOf = dayReader(records);
  const isStock = hasIssueNames(fields);
  return async function* ({ market }, options, { signal, oddities, today, withNames }) {
    const ask = (asked: FetchOptions) => wholePages(market, call, asked, { signal, oddities });
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
      const found = problem;
      problem = undefined;
      return found;
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

export function marketFetches(calls: CallRegistry): FetchCall[] {
  return [...calls.values()].map(fetchOf);
}

/** Facts about a call of the market service, whether it gives rows or names files. */
export function marketFacts(
  call: Pick<NamedCall, "name" | "about" | "parameters" | "ownParameters" | "required" | "plan" | "addOn">,
): Pick<FetchCall, "service" | "call" | "about" | "parameters" | "plan" | "addOn"> {
  return {
    service: "market",
    call: call.name,
    about: call.about,
    parameters: call.parameters.map((each) =>
      parameter(each, parameterFacts(call, each)?.about ?? each, call.required?.includes(each) === true),
    ),
    plan: call.plan,
    ...(call.addOn !== undefined && { addOn: call.addOn }),
  };
}

function fetchOf(call: NamedCall): FetchCall {
  return {
    ...marketFacts(call),
    columns: Object.keys(call.fields),
    fields: call.fields,
    ...(call.parameters.includes("from") && {
      since: (day, options) => ({ ...options, from: day }),
    }),
    rows: rowsOf(call),
  };
}

// Ranges of days, asked for at once or, where the service refuses that, day by day.

interface RangePage extends WholePage {
  /** The day that was asked for by itself, and its place among them. */
  readonly day?: { readonly date: string; readonly place: number; readonly of: number };
  /** Reason why the range was refused; with the first of its days. */
  readonly refusal?: Failure;
}

/** How the pages of a query are asked for. */
interface RangeAsking {
  readonly ask: (options: FetchOptions) => AsyncGenerator<WholePage, void, void>;
  /** The day by which the service chooses a row; undefined where the row does not say it. */
  readonly dayOf: (row: FetchedRow) => string | undefined;
  /** The end of a range that has none, or a later one; without it nothing is asked day by day. */
  readonly lastDay: string | undefined;
}

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
    for await (const page of asking.ask(options)) {
      isBegun = true;
      yield page;
    }
    return;
  } catch (error) {
    if (isBegun || !isRefusal(error)) throw error;
    refusal = error;
  }
  const days = daysOf(options, asking.lastDay);
  if (days.length === 0) throw refusal;
  for (const [place, date] of days.entries()) {
    const step = { name: date, place, of: days.length, word: "days" };
    const day = { date, place: place + 1, of: days.length };
    for await (const page of pagesOfDay(step, options, asking, refusal)) {
      yield { ...page, day, ...(refusal && { refusal }) };
      refusal = undefined;
    }
  }
}

/** @param refusal of the range, where no day was read yet */
async function* pagesOfDay(
  step: Step,
  { from: _from, to: _to, ...rest }: FetchOptions,
  { ask, dayOf }: RangeAsking,
  refusal: Failure | undefined,
): AsyncGenerator<WholePage, void, void> {
  const date = step.name;
  const withRefusal = (message: string) =>
    refusal === undefined ? message : `${refusal.message}; ${message}`;
  let other: string | undefined;
  try {
    for await (const page of ask({ ...rest, date })) {
      other = page.rows.map(dayOf).find((day) => day !== undefined && day !== date);
      if (other !== undefined) break;
      yield page;
    }
  } catch (error) {
    const failed = failedAt(step, error);
    if (!(failed instanceof Failure)) throw failed;
    const { reason, status, message } = failed;
    throw new Failure(reason, withRefusal(message), { status, cause: error });
  }
  if (other !== undefined)
    throw new Failure("rejected", withRefusal(`${date} is answered with rows of ${other}`));
}

function isRefusal(error: unknown): error is Failure {
  return error instanceof Failure && refusesRange(error);
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
