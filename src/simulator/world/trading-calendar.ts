/**
 * The fictional exchange's calendar and the world's own time: business days, the dates that they have, and the time on
 * the wall of a moment. Dates are counted from 1970-01-01.
 */
import { hourMs, japanMs } from "../../lib/clock.ts";
import { countFirst } from "../../lib/collections.ts";

/**
 * Length of a business day, however long it lasts in real time. A moment counts from the start of the first one;
 * negative moments are history.
 */
export const momentsPerDay = 60_000;

/** Number of the business day; day 0 is the world's first. */
export function businessDay(moment: number): number {
  return Math.floor(moment / momentsPerDay);
}

export function momentOfDay(day: number, intoDay = 0): number {
  return day * momentsPerDay + intoDay;
}

export const msPerDate = 24 * hourMs;

/** 0 is Sunday. */
export function weekday(date: number): number {
  return (((date + 4) % 7) + 7) % 7;
}

export function dateNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / msPerDate;
}

export interface WorldCalendar {
  /** Number of the first business day of the world's history, two full years or more before day 0. */
  readonly firstDay: number;
  /** ISO date of a business day. */
  dateOf(day: number): string;
  isOpen(date: string): boolean;
  /** Number of the first business day on or after an ISO date. */
  dayFrom(date: string): number;
  /** The world's time on the wall. A business day runs from 06:00 to 24:00 in Japan. */
  timeOf(moment: number): Date;
  /** The moment that it is at a time (ms since 1970): by night and on closed days the last one of the day before. */
  momentAt(time: number): number;
}

const opensAtMs = 6 * hourMs;
const dayLengthMs = 18 * hourMs;

/** Moment within a business day of a time of day (HH:MM in Japan, from 06:00 on). */
export function minuteMoment(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return intoDay((hour * 60 + minute) * 60_000);
}

function intoDay(timeOfDayMs: number): number {
  return Math.floor(((timeOfDayMs - opensAtMs) * momentsPerDay) / dayLengthMs);
}

export function isoDate(date: number): string {
  return new Date(date * msPerDate).toISOString().slice(0, 10);
}

/** Throws a RangeError when `startDate` is not a date in the form YYYY-MM-DD. */
export function createWorldCalendar(startDate: string): WorldCalendar {
  const start = Date.parse(startDate) / msPerDate;
  if (!Number.isInteger(start) || isoDate(start) !== startDate)
    throw new RangeError(`not a date: ${startDate}`);
  const startYear = Number(startDate.slice(0, 4));
  const years = createYears(startYear);
  // Every record carries dates: each is written once.
  const texts = new Map<number, string>();

  const origin = years.absoluteFrom(start);
  const dateOfDay = (day: number): number => {
    const absolute = origin + day;
    let year = startYear + Math.floor(absolute / 245);
    while (years.countBefore(year) > absolute) year -= 1;
    while (years.countBefore(year + 1) <= absolute) year += 1;
    return years.businessDays(year)[absolute - years.countBefore(year)] ?? Number.NaN;
  };
  const dayFrom = (date: string) => years.absoluteFrom(Date.parse(date) / msPerDate) - origin;
  const isOpen = (date: string): boolean => {
    const number = Date.parse(date) / msPerDate;
    const days = years.businessDays(Number(date.slice(0, 4)));
    return days[lowerBound(days, number)] === number;
  };

  return {
    firstDay: dayFrom(`${startYear - 2}-01-01`),
    dateOf(day) {
      const text = texts.get(day) ?? isoDate(dateOfDay(day));
      texts.set(day, text);
      return text;
    },
    isOpen,
    dayFrom,
    timeOf(moment) {
      const day = businessDay(moment);
      const intoDayMs = Math.floor(((moment - day * momentsPerDay) * dayLengthMs) / momentsPerDay);
      return new Date(dateOfDay(day) * msPerDate - japanMs + opensAtMs + intoDayMs);
    },
    momentAt(time) {
      const number = Math.floor((time + japanMs) / msPerDate);
      const date = isoDate(number);
      const timeOfDayMs = time + japanMs - number * msPerDate;
      const start = momentOfDay(dayFrom(date));
      return isOpen(date) && timeOfDayMs >= opensAtMs ? start + intoDay(timeOfDayMs) : start - 1;
    },
  };
}

/** The business days of years, each found out once. */
function createYears(startYear: number) {
  const years = new Map<number, readonly number[]>();
  const counts = new Map<number, number>([[startYear, 0]]);
  const businessDays = (year: number): readonly number[] => {
    const known = years.get(year);
    if (known) return known;
    const holidays = holidaysOf(year);
    const days: number[] = [];
    for (let date = dateNumber(year, 1, 1); date < dateNumber(year + 1, 1, 1); date += 1)
      if (weekday(date) % 6 !== 0 && !holidays.has(date)) days.push(date);
    years.set(year, days);
    return days;
  };
  /** Business days from the start year's first to this year's first; negative before. */
  const countBefore = (year: number): number => {
    const known = counts.get(year);
    if (known !== undefined) return known;
    const step = year > startYear ? -1 : 1;
    let from = year;
    while (!counts.has(from)) from += step;
    let count = counts.get(from) ?? 0;
    for (; from !== year; from -= step) {
      count += step === -1 ? businessDays(from).length : -businessDays(from - 1).length;
      counts.set(from - step, count);
    }
    return count;
  };
  const absoluteFrom = (date: number): number => {
    const year = new Date(date * msPerDate).getUTCFullYear();
    return countBefore(year) + lowerBound(businessDays(year), date);
  };
  return { businessDays, countBefore, absoluteFrom };
}

/** ISO date of the business day that lies so many before a date, or before the first one after it. */
export function businessDaysBefore(date: string, days: number): string {
  return createWorldCalendar(date).dateOf(-days);
}

/** Index of the first entry that is not below the value. */
function lowerBound(sorted: readonly number[], value: number): number {
  return countFirst(sorted.length, (place) => (sorted[place] ?? value) < value);
}

/** Days on which the fictional exchange rests, besides weekends. */
const holidays = ["01-01", "02-11", "02-23", "03-20", "04-29", "05-03", "05-04", "05-05"];
const laterHolidays = ["08-11", "09-23", "11-03", "11-23"];
/** The turn of the year; these do not move when they fall on a Sunday. */
const closings = ["01-02", "01-03", "12-31"];
/** Month (1 to 12) and which of its Mondays. */
const mondays: readonly (readonly [number, number])[] = [
  [1, 2],
  [7, 3],
  [9, 3],
  [10, 2],
];

function holidaysOf(year: number): Set<number> {
  const dateIn = (text: string) => Date.parse(`${year}-${text}`) / msPerDate;
  const days = new Set([...holidays, ...laterHolidays, ...closings].map(dateIn));
  for (const holiday of [...holidays, ...laterHolidays].map(dateIn)) {
    let date = holiday;
    // A holiday on a Sunday moves to the next day that is none.
    if (weekday(date) === 0) while (days.has(date)) date += 1;
    days.add(date);
  }
  for (const [month, which] of mondays) {
    const first = dateNumber(year, month, 1);
    days.add(first + ((8 - weekday(first)) % 7) + (which - 1) * 7);
  }
  return days;
}

// Times and numbers as the services write them: times always as clocks in Japan show them.

interface JapanTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

export function wallTime(time: Date): JapanTime {
  const there = new Date(time.getTime() + japanMs);
  return {
    year: there.getUTCFullYear(),
    month: there.getUTCMonth() + 1,
    day: there.getUTCDate(),
    hour: there.getUTCHours(),
    minute: there.getUTCMinutes(),
  };
}

/** ISO with milliseconds and +09:00. */
export function japanIso(time: Date): string {
  return new Date(time.getTime() + japanMs).toISOString().replace("Z", "+09:00");
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** HH:MM of minutes since midnight. */
export function clockText(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

/** A whole number as prices are shown: 1,234,567. */
export function withCommas(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
