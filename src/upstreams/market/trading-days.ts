import { isWeekday } from "../../model/dates.ts";
import type { CalendarDay } from "./records.ts";

/**
 * Whether the exchange is open on each day of an answer. HolDiv has two meanings: as documented "0" is a trading
 * day and "1" a holiday; as observed "0" is closed, "1" open, "2" half a day, "3" closed but for derivatives. A
 * weekend, on which nobody trades, tells which it is; "2" and "3" exist in one only. Undefined where nothing
 * tells, or where the answer contradicts itself.
 */
export function tradingDays(days: readonly CalendarDay[]): Map<string, boolean> | undefined {
  const weekend = days.filter(({ date }) => !isWeekday(date)).map(({ division }) => division);
  const isObserved =
    weekend.includes("0") || days.some(({ division }) => division === "2" || division === "3");
  const isDocumented = weekend.includes("1");
  if (isObserved === isDocumented) return undefined;
  const open = isDocumented ? ["0"] : ["1", "2"];
  return new Map(days.map(({ date, division }) => [date, open.includes(division)]));
}
