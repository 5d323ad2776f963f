/** Days and moments in Japan, the days on which the exchange trades, and hours that come back day by day. */
import { dayMs, japanMs } from "../lib/clock.ts";

/** The day that it is in Japan. */
export function jstDay(at: Date | number): string {
  const number = Math.floor((Number(at) + japanMs) / dayMs);
  if (number !== lastNumber) {
    lastDay = new Date(number * dayMs).toISOString().slice(0, 10);
    lastNumber = number;
  }
  return lastDay;
}

// The last answer, which is the same without it: it is asked at every event, mostly about the same day as before.
let lastNumber: number | undefined;
let lastDay = "";

/** The moment (ms since 1970) of a time of a day in Japan, ms since its midnight; from 24 hours on it is of a later day. */
export function japanMoment(day: string, timeMs: number): number {
  return Date.parse(day) + timeMs - japanMs;
}

/** The day `days` after (before, when negative). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** The day of the week: 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: string): number {
  return new Date(Date.parse(day)).getUTCDay();
}

export function isWeekday(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== 0 && weekday !== 6;
}

/** The last `count` weekdays that end at `end`, oldest first; `end` is one of them if it is a weekday. */
export function lastWeekdays(end: string, count: number): string[] {
  const days: string[] = [];
  for (let day = end; days.length < count; day = addDays(day, -1)) {
    if (isWeekday(day)) days.unshift(day);
  }
  return days;
}

/** The weekday that comes `count` weekdays after a day. */
export function weekdayAfter(day: string, count: number): string {
  let last = day;
  for (let left = count; left > 0; ) {
    last = addDays(last, 1);
    if (isWeekday(last)) left -= 1;
  }
  return last;
}

/** Whether a text is a day of the calendar, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text;
}

export function laterDay(a: string, b: string): string {
  return a > b ? a : b;
}

/** Moments as people write them: 2026-01-05T18:00:00+09:00, with or without seconds, and always with a zone. */
const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether there is such a moment. Without a zone it would be another one on another machine. */
export function isMoment(text: string): boolean {
  return form.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
}

/** The moment that a time of day without a zone, or with a blank for the T, has in Japan; else undefined. */
export function inJapan(text: string): string | undefined {
  const written = `${text.replace(" ", "T")}+09:00`;
  return isMoment(written) ? written : undefined;
}

/** The days on which the exchange trades, as rules and durations ask for them; src/calendar makes one. Days are ISO texts (YYYY-MM-DD). */
export interface TradingCalendar {
  /** First and last day that the service told of, these included; undefined: it told of none. */
  readonly known: { readonly from: string; readonly to: string } | undefined;
  /** Whether the service said what a day is; of other days only the weekday is known, and weekdays count. */
  knows(day: string): boolean;
  isTradingDay(day: string): boolean;
  /** The trading day that comes `count` trading days after a day, before it when negative; the day itself for 0. */
  addTradingDays(day: string, count: number): string;
  /** Counts the trading days after `from` up to and including `to`; 0 if `to` is not later. */
  countTradingDays(from: string, to: string): number;
}

/** Form of a time of day such as 09:00. */
export const timeOfDayForm = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;

/** The time of day that a text such as 09:00 stands for, ms since midnight. */
export function timeOfDayMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * 60_000;
}

/** A span of time that begins on some days, at the same time of each. */
export interface DailySpan {
  /** Its beginning, ms since midnight in Japan, and its end, at most a day later: it may be past midnight. */
  readonly fromMs: number;
  readonly toMs: number;
  beginsOn(day: string, calendar: TradingCalendar): boolean;
}

/** Hours by clock and trading calendar; all moments are ms since 1970. */
export interface Hours {
  includes(at: number, calendar: TradingCalendar): boolean;
  /**
   * The next moment at or after `at` that they include, and the next that they do not. What is more than 400 days away
   * is not looked for: the answer is then a moment so far away, at which to ask again.
   */
  nextOpen(at: number, calendar: TradingCalendar): number;
  nextClosed(at: number, calendar: TradingCalendar): number;
}

const mostDays = 400;

/** The hours of all spans together. A span includes its beginning and not its end. */
export function hoursOf(spans: readonly DailySpan[]): Hours {
  const endOf = (at: number, calendar: TradingCalendar) =>
    spans.reduce((end, span) => Math.max(end, endAround(span, at, calendar)), at);
  return {
    includes: (at, calendar) => endOf(at, calendar) > at,
    nextOpen(at, calendar) {
      if (endOf(at, calendar) > at) return at;
      return Math.min(...spans.map((span) => nextBeginning(span, at, calendar)));
    },
    nextClosed(at, calendar) {
      const last = at + mostDays * dayMs;
      for (let open = at; open < last; ) {
        const end = endOf(open, calendar);
        if (end === open) return open;
        open = end;
      }
      return last;
    },
  };
}

/** The latest end of what began at or before a moment and is not over; the moment itself where nothing is under way. */
function endAround(span: DailySpan, at: number, calendar: TradingCalendar): number {
  const today = jstDay(at);
  const end = japanMoment(today, span.toMs);
  if (at >= japanMoment(today, span.fromMs) && at < end && span.beginsOn(today, calendar)) return end;
  if (span.toMs <= dayMs) return at;
  const yesterday = addDays(today, -1);
  const endOfLast = japanMoment(yesterday, span.toMs);
  return at < endOfLast && span.beginsOn(yesterday, calendar) ? endOfLast : at;
}

function nextBeginning({ fromMs, beginsOn }: DailySpan, at: number, calendar: TradingCalendar): number {
  let day = jstDay(at);
  for (let left = mostDays; left > 0; left -= 1) {
    const begin = japanMoment(day, fromMs);
    if (begin >= at && beginsOn(day, calendar)) return begin;
    day = addDays(day, 1);
  }
  return at + mostDays * dayMs;
}
