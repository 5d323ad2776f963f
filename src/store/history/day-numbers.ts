/** Days as the tables of a history have them: numbers since 1970, in weeks, and blocks of as many weeks as a number has bits. */
import { isDay } from "../../model/dates.ts";
import { StoreError } from "../../model/store-faults.ts";

const dayMs = 86_400_000;
/** Days of about 8,000 years. */
const mostDays = 3_000_000;

/** Throws a RangeError for what is no day. */
export function dayNumber(day: string): number {
  if (day === last.day) return last.number;
  if (!isDay(day)) throw new RangeError(`"${day.slice(0, 40)}" is no day YYYY-MM-DD`);
  last = { day, number: Date.parse(day) / dayMs };
  return last.number;
}

/** Throws a StoreError for a number that no day was stored as. */
export function dayText(number: number): string {
  if (!(Math.abs(number) <= mostDays)) throw new StoreError("a day is damaged", undefined, "damaged");
  if (number !== last.number) last = { day: new Date(number * dayMs).toISOString().slice(0, 10), number };
  return last.day;
}

// It is asked for record after record, mostly of one day.
let last = { day: "1970-01-01", number: 0 };

/** Mondays begin a week; 1970 began on a Thursday. */
export function weekOf(day: number): number {
  return Math.floor((day + 3) / 7);
}

/** Weeks of a block: whole numbers are exact up to so many bits. */
const blockWeeks = 52;

export function blockOf(week: number): number {
  return Math.floor(week / blockWeeks);
}

/** The bit of a week in its block. */
export function bitOf(week: number): number {
  return 2 ** (week - blockOf(week) * blockWeeks);
}

/** The weeks of a block whose bits are set, ascending. */
export function weeksOf(block: number, bits: number): number[] {
  const weeks: number[] = [];
  for (let at = 0, rest = bits; rest > 0; at += 1, rest = Math.floor(rest / 2))
    if (rest % 2 === 1) weeks.push(block * blockWeeks + at);
  return weeks;
}
