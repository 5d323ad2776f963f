/** The days on which a service publishes: each trading day, one a week, or one a month. */
import { addDays, type TradingCalendar, weekdayOf } from "./dates.ts";

/**
 * The day of a week or a month: its last trading day, a weekday (0 for Sunday), a day of the month, or one of its trading
 * days, counted from 1. A weekday or a day on which the exchange is closed stands for the next trading day; a week or a
 * month without so many days or trading days has its last one.
 */
export type PublicationDays =
  | { readonly every: "week"; readonly on: CountedDay | { readonly weekday: number } }
  | { readonly every: "month"; readonly on: CountedDay | { readonly day: number } };

type CountedDay = "last" | { readonly tradingDay: number };

/** When a day's publication is due, and which days have one. */
export interface PublicationTimes {
  /** ms since midnight. */
  readonly timeMs: number;
  /** Absent: each trading day has one. */
  readonly days?: PublicationDays | undefined;
}

/** Whether a day (YYYY-MM-DD) has a publication. */
export function hasPublication(
  day: string,
  days: PublicationDays | undefined,
  calendar: TradingCalendar,
): boolean {
  if (!calendar.isTradingDay(day)) return false;
  if (days === undefined) return true;
  if (days.on === "last") return isLast(day, days.every, calendar);
  if ("tradingDay" in days.on) {
    const until = calendar.countTradingDays(addDays(firstDay(day, days.every), -1), day);
    return until === days.on.tradingDay || (until < days.on.tradingDay && isLast(day, days.every, calendar));
  }
  // The next trading day stands for the closed days before it.
  for (let one = day; ; one = addDays(one, -1)) {
    if (isNamed(one, days.on)) return true;
    if (calendar.isTradingDay(addDays(one, -1))) return false;
  }
}

function isNamed(day: string, on: { readonly weekday: number } | { readonly day: number }): boolean {
  if ("weekday" in on) return weekdayOf(day) === on.weekday;
  const isMonthsEnd = addDays(day, 1).endsWith("-01");
  const own = Number(day.slice(8));
  return own === on.day || (isMonthsEnd && own < on.day);
}

/** The first day of a day's week, which is a Monday, or month. */
function firstDay(day: string, of: "week" | "month"): string {
  return of === "month" ? `${day.slice(0, 8)}01` : addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** Whether the next trading day is in another week, which ends with Sunday, or another month. */
function isLast(day: string, of: "week" | "month", calendar: TradingCalendar): boolean {
  const next = calendar.addTradingDays(day, 1);
  if (of === "month") return next.slice(0, 7) !== day.slice(0, 7);
  const sunday = addDays(day, (7 - weekdayOf(day)) % 7);
  return next > sunday;
}
