/**
 * Days as ISO texts (YYYY-MM-DD), which sort and compare as text, and moments with a zone. A text that is no day
 * throws a RangeError.
 */

const dayMs = 24 * 3600 * 1000;
const jstAheadMs = 9 * 3600 * 1000;

/** The day that it is in Japan. */
export function jstDay(at: Date | number): string {
  const number = Math.floor((Number(at) + jstAheadMs) / dayMs);
  if (number !== lastNumber) {
    lastDay = new Date(number * dayMs).toISOString().slice(0, 10);
    lastNumber = number;
  }
  return lastDay;
}

// It is asked at every event, and mostly about the same day as before.
let lastNumber: number | undefined;
let lastDay = "";

/** The moment (ms since 1970) of a time of a day in Japan, ms since its midnight; from 24 hours on it is of a later day. */
export function japanMoment(day: string, timeMs: number): number {
  return Date.parse(day) + timeMs - jstAheadMs;
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
