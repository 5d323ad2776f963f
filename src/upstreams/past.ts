/** The three services as they were at a moment, answered from a history. */
import { Failure } from "../lib/failure.ts";
import { isWeekday } from "../model/dates.ts";
import type { HistoryReader } from "../model/history.ts";
import { createPastForum } from "./forum/past.ts";
import { createPastMarket, openDays } from "./market/past.ts";
import { createPastStatistics } from "./statistics/past.ts";
import type { IsBusinessDay } from "./statistics/past-records.ts";

/** Clients that answer as the services would have at `now()` (ms since 1970), as far as the history tells. */
export function createPastClients(history: HistoryReader, now: () => number) {
  return {
    forum: createPastForum(history, now),
    market: createPastMarket(history, now),
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
