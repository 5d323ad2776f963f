/** When a source's publications are due, and from when they are late. Pure: the time and the calendar are arguments. */
import type { Zone } from "../lib/clock.ts";
import { addDays, type TradingCalendar } from "../model/dates.ts";
import { type Duration, endOf } from "../model/duration.ts";
import { hasPublication, type PublicationTimes } from "../model/publication-days.ts";

/** Publications of a source: which days have one, and at what time on the clocks of this zone. */
export interface Due extends PublicationTimes {
  readonly zone: Zone;
  /** Time after the due time at which a publication is late. */
  readonly grace: Duration;
}

export interface DuePublication {
  /** The trading day (YYYY-MM-DD) on which it is due. */
  readonly day: string;
  /**
   * The first day whose publication counts as this one: the day itself, or, of those by week and by month, the day after
   * the one before, since their records may be of days that were over when they came out.
   */
  readonly from: string;
  /** Due time, and the time from which it is late; ms since 1970. */
  readonly dueAt: number;
  readonly lateAt: number;
}

/** No two publications are further apart, with the longest grace there is. */
const longestDays = 60;

function momentsOf(day: string, { timeMs, zone, grace }: Due, calendar: TradingCalendar) {
  const dueAt = zone.moment(day, timeMs);
  return { dueAt, lateAt: endOf(dueAt, grace, calendar) };
}

/** The first day whose publication counts as that of a day. */
export function firstPublished(day: string, { days }: Due, calendar: TradingCalendar): string {
  if (days === undefined) return day;
  let before = addDays(day, -1);
  for (let count = 0; count < longestDays && !hasPublication(before, days, calendar); count++)
    before = addDays(before, -1);
  return addDays(before, 1);
}

/** The last publication that is due, or late, by a moment. */
export function lastPublication(
  what: "dueAt" | "lateAt",
  due: Due,
  calendar: TradingCalendar,
  at: number,
): DuePublication | undefined {
  let day = due.zone.day(at);
  for (let days = 0; days < longestDays; days++, day = addDays(day, -1)) {
    if (!hasPublication(day, due.days, calendar)) continue;
    const moments = momentsOf(day, due, calendar);
    if (moments[what] <= at) return { day, from: firstPublished(day, due, calendar), ...moments };
  }
  return undefined;
}

/** The first moment after another at which a publication is due. */
export function nextDue(due: Due, calendar: TradingCalendar, after: number): number | undefined {
  return nextMoment("dueAt", due, calendar, after);
}

/** The first moment after another at which a publication that has not come becomes late. */
export function nextLate(due: Due, calendar: TradingCalendar, after: number): number | undefined {
  return nextMoment("lateAt", due, calendar, after);
}

function nextMoment(
  what: "dueAt" | "lateAt",
  due: Due,
  calendar: TradingCalendar,
  after: number,
): number | undefined {
  let day = addDays(due.zone.day(after), -longestDays / 2);
  for (let days = 0; days < 2 * longestDays; days++, day = addDays(day, 1)) {
    if (!hasPublication(day, due.days, calendar)) continue;
    const { [what]: moment } = momentsOf(day, due, calendar);
    if (moment > after) return moment;
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
  return last !== undefined && (published === undefined || published < last.from);
}
