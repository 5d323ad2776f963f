import type { WrittenTest } from "../../app/test-files/test-file-schema.ts";
import { createTradingCalendar, type TradingCalendar } from "../../model/trading-calendar.ts";

/** The weekdays, but for the days that the test names. */
export function calendarOf({ calendar: { closed, open } }: WrittenTest): TradingCalendar {
  const days = [...closed.map((day) => [day, false] as const), ...open.map((day) => [day, true] as const)];
  return createTradingCalendar(new Map(days));
}
