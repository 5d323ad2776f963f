/** Days in Japan, and what is so long after a moment, as "Lengths of time and their borders" has it. */
import { type Active, type Case, day, hour, type Length, minute } from "./case.ts";

/** Japan is nine hours ahead, all year. */
const ahead = 9 * hour;

/** The midnight in Japan that a moment's day begins with. */
export function midnightOf(moment: number): number {
  return Math.floor((moment + ahead) / day) * day - ahead;
}

export function dayName(moment: number): string {
  return new Date(moment + ahead).toISOString().slice(0, 10);
}

export function inJapan(moment: number): string {
  return `${new Date(moment + ahead).toISOString().slice(0, 19)}+09:00`;
}

export function isTradingDay(calendar: Case["calendar"], moment: number): boolean {
  const name = dayName(moment);
  const weekday = new Date(moment + ahead).getUTCDay();
  if (calendar.closed.includes(name)) return false;
  return calendar.open.includes(name) || (weekday !== 0 && weekday !== 6);
}

/** When what begins at a moment is over, after so long. */
export function after(calendar: Case["calendar"], moment: number, length: Length): number {
  if ("ms" in length) return moment + length.ms;
  let midnight = midnightOf(moment);
  let timeOfDay = moment - midnight;
  if (!isTradingDay(calendar, midnight)) {
    timeOfDay = 0;
    while (!isTradingDay(calendar, midnight)) midnight += day;
  }
  for (let left = length.bd; left > 0; left--) {
    midnight += day;
    while (!isTradingDay(calendar, midnight)) midnight += day;
  }
  return midnight + timeOfDay;
}

/** The same moment of the day so many days before; with trading days, of so many of those before. */
export function daysBefore(calendar: Case["calendar"], moment: number, length: Length): number[] {
  const found: number[] = [];
  const wanted = "bd" in length ? length.bd : length.ms / day;
  for (let at = moment - day; found.length < wanted; at -= day) {
    if (!("bd" in length) || isTradingDay(calendar, at)) found.push(at);
  }
  return found;
}

/** A time of day such as 09:30, as ms from midnight. */
export function timeOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * hour + minutes * minute;
}

/** The active hours of the day that a moment is in, both ends included; none on a day that is left out. */
function hoursOf(calendar: Case["calendar"], { between, tradingDays }: Active, moment: number) {
  if (tradingDays && !isTradingDay(calendar, moment)) return undefined;
  const [from, to] = between.map((time) => midnightOf(moment) + timeOfDay(time)) as [number, number];
  return { from, to };
}

export function isActiveAt(calendar: Case["calendar"], active: Active, moment: number): boolean {
  const hours = hoursOf(calendar, active, moment);
  return hours !== undefined && moment >= hours.from && moment <= hours.to;
}

/** When so much of active time is over, after a moment. */
export function afterInHours(
  calendar: Case["calendar"],
  active: Active,
  moment: number,
  length: number,
): number {
  let left = length;
  for (let at = moment; ; at = midnightOf(at) + day) {
    const hours = hoursOf(calendar, active, at);
    if (hours === undefined || at > hours.to) continue;
    const begin = Math.max(at, hours.from);
    if (begin + left <= hours.to) return begin + left;
    left -= hours.to - begin;
  }
}

/** Whether a text is a day of the calendar, such as 2026-01-05. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const moment = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** The midnight in Japan with which a day begins. */
export function midnightOfDay(name: string): number {
  return Date.parse(`${name}T00:00:00+09:00`);
}

/** Trading days after a day, up to and including another; negative where that is the earlier one. */
export function tradingDaysBetween(calendar: Case["calendar"], from: string, to: string): number {
  if (to < from) return 0 - tradingDaysBetween(calendar, to, from);
  let days = 0;
  for (let at = midnightOfDay(from) + day; at <= midnightOfDay(to); at += day) {
    if (isTradingDay(calendar, at)) days++;
  }
  return days;
}

/** The trading day that comes so many trading days after a day, or before it; the day itself for none. */
export function addTradingDays(calendar: Case["calendar"], from: string, days: number): string {
  const step = days < 0 ? -day : day;
  let at = midnightOfDay(from);
  for (let left = Math.abs(days); left > 0; ) {
    at += step;
    if (isTradingDay(calendar, at)) left--;
  }
  return dayName(at);
}
