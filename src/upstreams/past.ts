/** The three services as they were at a moment, answered from a history. */
import { Failure } from "../lib/failure.ts";
import { isWeekday } from "../model/dates.ts";
import type { HistoryReader } from "../model/history.ts";
import type { CompanyName } from "../model/language.ts";
import { createPastForum } from "./forum/past.ts";
import { type CallRegistry, callNamed, callRegistry, type MarketCalls } from "./market/calls.ts";
import { createPastMarket, openDays } from "./market/past.ts";
import { hasIssueNames, type WholeRow, withName } from "./market/record-sets.ts";
import { createPastStatistics } from "./statistics/past.ts";
import type { IsBusinessDay } from "./statistics/past-records.ts";

/**
 * Clients that answer as the services would have at `now()` (ms since 1970), as far as the history tells.
 * @param calls of the market service; left out: those that are built in
 */
export function createPastClients(
  history: HistoryReader,
  now: () => number,
  calls: CallRegistry = callRegistry(),
) {
  return {
    forum: createPastForum(history, now),
    market: withNames(createPastMarket(history, now, calls), calls),
    statistics: createPastStatistics(history, now, businessDays(history)),
  };
}

/** The trading days that a history knows; weekdays where it knows nothing. */
export function businessDays(history: HistoryReader): IsBusinessDay {
  const open = knownDays(history);
  return (day) => open.get(day) ?? isWeekday(day);
}

/** Whether the exchange was open, for each day of which a history knows it. */
export function knownDays(history: HistoryReader): ReadonlyMap<string, boolean> {
  try {
    return openDays(history);
  } catch (error) {
    // The calendar's own answer says so.
    if (error instanceof Failure) return new Map();
    throw error;
  }
}

/**
 * Gives the rows of pages their names, a row the same object at each poll: what was not told anew is known at once to be
 * what is stored, though every poll reads the days before again.
 */
function withNames(market: MarketCalls, calls: CallRegistry): MarketCalls {
  let names: ReadonlyMap<string, CompanyName> | undefined;
  let named = new WeakMap<WholeRow, WholeRow>();
  const nameOf = (code: string) => names?.get(code)?.name;
  const namedRow = (row: WholeRow): WholeRow => {
    const known = named.get(row);
    if (known !== undefined) return known;
    const made = withName(row, nameOf);
    named.set(row, made);
    return made;
  };
  return {
    ...market,
    async *pages(name, query, signal, oddities) {
      const now = hasIssueNames(callNamed(calls, name).fields) ? await market.names() : undefined;
      if (now !== undefined && now !== names) named = new WeakMap();
      names = now ?? names;
      for await (const rows of market.pages(name, query, signal, oddities))
        yield now === undefined ? rows : rows.map(namedRow);
      return undefined;
    },
  };
}
