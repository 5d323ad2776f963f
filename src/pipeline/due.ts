/** When a source's publications are due, and from when they are late. Pure: the time and the calendar are arguments. */
import type { Zone } from "../lib/clock.ts";
import { addDays, type TradingCalendar } from "../model/dates.ts";
import { type Duration, endOf } from "../model/duration.ts";

/** Each trading day has a publication, at this time of the day on the clocks of this zone. */
export interface Due {
  /** ms since midnight. */
  readonly timeMs: number;
  readonly zone: Zone;
  /** Time after the due time at which a publication is late. */
  readonly grace: Duration;
}

export interface DuePublication {
  /** The trading day (YYYY-MM-DD) whose publication it is. */
  readonly day: string;
  /** Due time, and the time from which it is late; ms since 1970. */
  readonly dueAt: number;
  readonly lateAt: number;
}

/** No exchange is closed for longer, with the longest grace there is. */
const longestDays = 60;

function publicationOf(day: string, { timeMs, zone, grace }: Due, calendar: TradingCalendar): DuePublication {
  const dueAt = zone.moment(day, timeMs);
  return { day, dueAt, lateAt: endOf(dueAt, grace, calendar) };
}

/** The last trading day's publication that is due, or late, by a moment. */
export function lastPublication(
  what: "dueAt" | "lateAt",
  due: Due,
  calendar: TradingCalendar,
  at: number,
): DuePublication | undefined {
  let day = due.zone.day(at);
  for (let days = 0; days < longestDays; days++, day = addDays(day, -1)) {
    if (!calendar.isTradingDay(day)) continue;
    const publication = publicationOf(day, due, calendar);
    if (publication[what] <= at) return publication;
  }
  return undefined;
}

/** The first moment after another at which a publication that has not come becomes late. */
export function nextLate(due: Due, calendar: TradingCalendar, after: number): number | undefined {
  let day = addDays(due.zone.day(after), -longestDays / 2);
  for (let days = 0; days < 2 * longestDays; days++, day = addDays(day, 1)) {
    if (!calendar.isTradingDay(day)) continue;
    const { lateAt } = publicationOf(day, due, calendar);
    if (lateAt > after) return lateAt;
  }
  return undefined;
}

/** Whether a publication is due at a moment that has not been seen. */
export function isAwaited(
  due: Due,
  calendar: TradingCalendar,
  at: number,
  published: string | undefined,
): boolean {
  const last = lastPublication("dueAt", due, calendar, at);
  return last !== undefined && (published === undefined || published < last.day);
}
