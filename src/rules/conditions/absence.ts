/** When nothing came for so long, or by a time of day, and somebody is to be told. */
import { jstDay } from "../../model/dates.ts";
import { type Duration, endOf } from "../../model/duration.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";

export type Absence =
  | { readonly for: Duration }
  /** A time of day in Japan, ms since midnight; on every day, or on trading days alone. */
  | { readonly byMs: number; readonly onTradingDays: boolean };

const japanMs = 9 * 3_600_000;
const dayMs = 86_400_000;

/** When it is told where nothing comes after a moment; both ms since 1970. */
export function absentAt(absence: Absence, after: number, calendar: TradingCalendar): number {
  if ("for" in absence) return endOf(after, absence.for, calendar);
  const day = jstDay(after);
  const next = absence.onTradingDays
    ? calendar.addTradingDays(day, 1)
    : new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  return Date.parse(next) - japanMs + absence.byMs;
}
