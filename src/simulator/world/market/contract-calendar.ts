/** Which contracts of futures and options trade on a day, and when each ends. */
import { dateNumber, isoDate, msPerDate, type WorldCalendar, weekday } from "../trading-calendar.ts";

/** Fields of a contract that do not depend on the day. */
export interface Terms {
  readonly code: string;
  readonly year: number;
  readonly month: number;
  /** The number of the week that a weekly contract ends in; `year` is that week's. */
  readonly week?: number;
  /** Number of the business day. */
  readonly lastDay: number;
}

export type ContractCalendar = ReturnType<typeof createContractCalendar>;

const weeksAhead = 2;

export function createContractCalendar(calendar: WorldCalendar) {
  /** The business day before the month's second Friday. */
  const lastDays = new Map<number, number>();
  const lastDayOf = (month: number): number => {
    const known = lastDays.get(month);
    if (known !== undefined) return known;
    const first = dateNumber(Math.floor(month / 12), (month % 12) + 1, 1);
    const lastDay = calendar.dayFrom(isoDate(first + ((12 - weekday(first)) % 7) + 7)) - 1;
    lastDays.set(month, lastDay);
    return lastDay;
  };
  /** Months, counted from the year 0, of the contracts that still trade. */
  const monthsOn = (day: number, step: number, count: number): number[] => {
    const date = calendar.dateOf(day);
    const months: number[] = [];
    let month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
    for (; months.length < count; month += 1)
      if ((month + 1) % step === 0 && lastDayOf(month) >= day) months.push(month);
    return months;
  };
  /** The weeks whose options still trade; in that of the month's own contract there are none. */
  const weeksOn = (day: number): Omit<Terms, "code">[] => {
    const weeks: Omit<Terms, "code">[] = [];
    const today = Date.parse(calendar.dateOf(day)) / msPerDate;
    for (let friday = today + ((12 - weekday(today)) % 7); weeks.length < weeksAhead; friday += 7) {
      const date = isoDate(friday);
      const lastDay = calendar.dayFrom(date) - 1;
      const isOfMonth = Math.ceil(Number(date.slice(8)) / 7) === 2;
      if (!isOfMonth && lastDay >= day)
        weeks.push({ ...weekOf(friday), month: Number(date.slice(5, 7)), lastDay });
    }
    return weeks;
  };
  const terms = (month: number, prefix: string, tail: string): Terms => ({
    year: Math.floor(month / 12),
    month: (month % 12) + 1,
    code: `${prefix}${Math.floor(month / 12) % 10}${String((month % 12) + 1).padStart(2, "0")}${tail}`,
    lastDay: lastDayOf(month),
  });
  return { monthsOn, weeksOn, terms };
}

/** The calendar week of a Friday: the first of a year is that of its first Thursday. */
function weekOf(friday: number): { year: number; week: number } {
  const thursday = friday - 1;
  const year = Number(isoDate(thursday).slice(0, 4));
  return { year, week: Math.floor((thursday - dateNumber(year, 1, 1)) / 7) + 1 };
}
