/** Ranges of days, asked for at once or, where the service refuses that, day by day. */
import { Failure, failedAt, type Step } from "../../lib/failure.ts";
import { addDays, isWeekday } from "../../model/dates.ts";
import { refusesRange } from "../../upstreams/market/refusals.ts";
import type { WholePage } from "../../upstreams/market/whole-rows.ts";
import type { FetchedRow, FetchOptions } from "./call.ts";

export interface RangePage extends WholePage {
  /** The day that was asked for by itself, and its place among them. */
  readonly day?: { readonly date: string; readonly place: number; readonly of: number };
  /** Reason why the range was refused; with the first of its days. */
  readonly refusal?: Failure;
}

/** How the pages of a query are asked for. */
export interface RangeAsking {
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
export async function* pagesOfRange(
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
  const withRefusal = (said: string) => (refusal === undefined ? said : `${refusal.message}; ${said}`);
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
