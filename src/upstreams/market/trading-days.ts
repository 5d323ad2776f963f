/** Meaning of the days of the market service's calendar. */
import { Failure } from "../../lib/failure.ts";
import { isWeekday } from "../../model/dates.ts";
import type { MarketRecord } from "./calls.ts";

type CalendarDay = Pick<MarketRecord<"markets/calendar">, "date" | "holidayDivision">;

/**
 * Whether the exchange is open on each day of an answer. HolDiv has two meanings: as documented "0" is a trading
 * day and "1" a holiday; as observed "0" is closed, "1" open, "2" half a day, "3" closed but for derivatives. A
 * weekend, on which nobody trades, tells which it is; "2" and "3" exist in one only. Throws a Failure "malformed" where
 * nothing tells, or where the answer contradicts itself.
 */
export function tradingDays(days: readonly CalendarDay[]): Map<string, boolean> {
  const weekend = days.filter(({ date }) => !isWeekday(date)).map(({ holidayDivision }) => holidayDivision);
  const isObserved =
    weekend.includes("0") || days.some(({ holidayDivision: kind }) => kind === "2" || kind === "3");
  const isDocumented = weekend.includes("1");
  if (isObserved === isDocumented)
    throw new Failure("malformed", "/markets/calendar: nothing shows which meaning HolDiv has");
  const open = isDocumented ? ["0"] : ["1", "2"];
  return new Map(days.map(({ date, holidayDivision }) => [date, open.includes(holidayDivision)]));
}
