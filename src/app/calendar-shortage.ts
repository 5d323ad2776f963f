/** Whether what is known of the trading days is about to run out. Pure. */
import { createTradingCalendar } from "../model/trading-calendar.ts";
import type { CalendarRecord } from "./calendar-record.ts";

/** Fewer trading days ahead than this are too few: a person needs some days to mend it. */
const fewestAhead = 10;
/** A service that was never read gets this long before it is told. */
const patienceMs = 24 * 3_600_000;

export interface Shortage {
  /** Trading days that are known to come. */
  readonly ahead: number;
  /** Since when the calendar cannot be read (ISO), where it cannot. */
  readonly since?: string;
  readonly message: string;
}

/**
 * undefined where enough days are known, where it is too early to say, and where the account's plan has none: then
 * nothing is wrong and nobody can mend it.
 * @param today the service's day
 * @param now ms since 1970
 */
export function calendarShortage(
  { days, failingSince }: CalendarRecord,
  today: string,
  now: number,
): Shortage | undefined {
  const { known, countTradingDays } = createTradingCalendar(days);
  const since = failingSince === undefined ? {} : { since: failingSince };
  if (known === undefined) {
    if (failingSince === undefined || now - Date.parse(failingSince) < patienceMs) return undefined;
    return {
      ahead: 0,
      ...since,
      message: "the trading calendar could not be read yet; every weekday counts",
    };
  }
  const ahead = countTradingDays(today, known.to);
  if (ahead >= fewestAhead) return undefined;
  const unread = failingSince === undefined ? "" : `, and it cannot be read since ${failingSince}`;
  return {
    ahead,
    ...since,
    message: `the trading calendar ends on ${known.to}, ${ahead} trading days ahead${unread}; after it every weekday counts`,
  };
}
