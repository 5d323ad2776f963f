/** Days as the tables of a history have them: numbers since 1970, and blocks of as many days as a number has bits. */
import { isDay } from "../../model/dates.ts";

const dayMs = 86_400_000;

/** Throws a RangeError for what is no day. */
export function dayNumber(day: string): number {
  if (day === last.day) return last.number;
  if (!isDay(day)) throw new RangeError(`"${day.slice(0, 40)}" is no day YYYY-MM-DD`);
  last = { day, number: Date.parse(day) / dayMs };
  return last.number;
}

export function dayText(number: number): string {
  if (number !== last.number) last = { day: new Date(number * dayMs).toISOString().slice(0, 10), number };
  return last.day;
}

// It is asked for record after record, mostly of one day.
let last = { day: "1970-01-01", number: 0 };

/** Days of a block: whole numbers are exact up to so many bits. */
const blockDays = 52;

export function blockOf(day: number): number {
  return Math.floor(day / blockDays);
}

/** The bit of a day in its block. */
export function bitOf(day: number): number {
  return 2 ** (day - blockOf(day) * blockDays);
}

/** The days of a block whose bits are set, ascending. */
export function daysOf(block: number, bits: number): number[] {
  const days: number[] = [];
  for (let at = 0, rest = bits; rest > 0; at += 1, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) days.push(block * blockDays + at);
  return days;
}
