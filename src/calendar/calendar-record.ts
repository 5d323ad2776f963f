/** The trading calendar as one line of the database, and whether it is about to run out. */
import { dayMs } from "../lib/clock.ts";
import { addDays } from "../model/dates.ts";
import { createTradingCalendar } from "./trading-calendar.ts";

export interface CalendarRecord {
  /** The service that told it; undefined: an older version did not note it. */
  readonly origin?: string;
  /** The service's day on which the calendar was read last; undefined: never. */
  readonly readOn?: string;
  /** Since when it could not be read, ISO; absent where the last reading went well. */
  readonly failingSince?: string;
  /** Whether the service has no day of this year for the account's plan. */
  readonly outsidePlan?: true;
  /** Whether it was told that the calendar runs out, so that a restart does not tell it again. */
  readonly warned?: true;
  /** Whether the exchange is open, by day. */
  readonly days: ReadonlyMap<string, boolean>;
}

/** Days as they are stored: one character each from the first on, since a calendar has no holes. */
const marks = { open: "1", closed: "0", unknown: "-" } as const;

export function writeCalendar({ days, ...facts }: CalendarRecord): string {
  const told = [...days.keys()].sort();
  const [from, to] = [told[0], told.at(-1)];
  if (from === undefined || to === undefined) return JSON.stringify(facts);
  let line = "";
  for (let day = from; day <= to; day = addDays(day, 1)) line += markOf(days.get(day));
  return JSON.stringify({ ...facts, from, days: line });
}

function markOf(open: boolean | undefined): string {
  if (open === undefined) return marks.unknown;
  return open ? marks.open : marks.closed;
}

/** @param text what writeCalendar wrote; undefined: nothing was kept yet */
export function readCalendar(text: string | undefined): CalendarRecord {
  if (text === undefined) return { days: new Map() };
  const { from = "", days: line = "", ...facts } = JSON.parse(text);
  const days = new Map<string, boolean>();
  [...line].forEach((mark, index) => {
    if (mark !== marks.unknown) days.set(addDays(from, index), mark === marks.open);
  });
  return { ...facts, days };
}

/** Fewer trading days ahead than this are too few: a person needs some days to mend it. */
const fewestAhead = 10;
/** A service that was never read gets this long before it is told. */
const patienceMs = dayMs;

export interface Shortage {
  /** Trading days that are known to come. */
  readonly ahead: number;
  /** Since when the calendar cannot be read (ISO), where it cannot. */
  readonly since?: string;
  readonly message: string;
}

/**
 * The shortage of days that are known to come; undefined if there are enough, if it is too early to say, and if the
 * account's plan has no calendar: then nothing is wrong and nobody can mend it.
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
