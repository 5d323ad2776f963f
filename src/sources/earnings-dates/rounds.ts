/** Which announcement a row is about: the service gives the end of the fiscal year without its year. */
import { addDays } from "../../model/dates.ts";
import type { EarningsDate, EarningsDateRecord } from "./events.ts";

/** Rows of one stock, period and end of year that were published within so many days of each other are about one announcement. */
const roundDays = 150;

/** Months from the end of a period to that of its year. */
const monthsLeft: Readonly<Record<string, number>> = { "1Q": 9, "2Q": 6, "3Q": 3 };

/** Results mostly come so many days after their period ends, and are announced so many days before it does. */
const usual = { afterEnd: 40, beforeEnd: 14 } as const;

/** Names an announcement. */
export function roundKey({
  code,
  period,
  yearEndsOn,
}: Pick<EarningsDate, "code" | "period" | "yearEndsOn">): string {
  return `${code}|${period}|${yearEndsOn}`;
}

/**
 * The last day of the fiscal year that a row is about: that of the announcement that is known of the same stock and period
 * and was last published within 150 days of it, or else the one whose period ends nearest to 40 days before the expected
 * day; of an undecided one to 14 days after its publication. Undefined where the end of the year is no day.
 */
export function yearEndOf(
  record: EarningsDateRecord,
  known: ReadonlyMap<string, EarningsDate>,
): string | undefined {
  const { code, period, fiscalYearEnd, scheduledOn, publishedOn } = record;
  const expected =
    scheduledOn === undefined ? addDays(publishedOn, usual.beforeEnd) : addDays(scheduledOn, -usual.afterEnd);
  const year = Number(publishedOn.slice(0, 4));
  const ends = [year - 1, year, year + 1, year + 2].flatMap((one) => dayIn(one, fiscalYearEnd) ?? []);
  const sameRound = ends.find((yearEndsOn) => {
    const before = known.get(roundKey({ code, period, yearEndsOn }));
    return before !== undefined && daysBetween(before.publishedOn, publishedOn) <= roundDays;
  });
  if (sameRound !== undefined) return sameRound;
  const distance = (end: string) => daysBetween(periodEnd(end, period), expected);
  return ends.toSorted((a, b) => distance(a) - distance(b))[0];
}

/** YYYY-MM-DD of MMDD in a year; the last of February where it has no 29th. */
function dayIn(year: number, monthDay: string): string | undefined {
  const [month, day] = [Number(monthDay.slice(0, 2)), Number(monthDay.slice(2))];
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= 31)) return undefined;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return `${year}-${monthDay.slice(0, 2)}-${String(Math.min(day, last)).padStart(2, "0")}`;
}

/** Month by month: a few days more or less decide nothing. */
function periodEnd(yearEndsOn: string, period: string): string {
  const [year = 0, month = 1] = yearEndsOn.split("-").map(Number);
  return new Date(Date.UTC(year, month - (monthsLeft[period] ?? 0), 0)).toISOString().slice(0, 10);
}

function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
}
