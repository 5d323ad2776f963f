/** Functions of trading days. They see the calendar of the evaluation that is under way. */
import type { Environment } from "@marcbachmann/cel-js";
import { weekdaysOnly } from "../../calendar/trading-calendar.ts";
import { isDay } from "../../model/dates.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { spend } from "./meter.ts";
import { counting, register } from "./register.ts";

// Set at each event that rules are asked about: handed on through the library it would cost every expression.
let calendar: TradingCalendar = weekdaysOnly;

/** Sets the calendar for the expressions that are evaluated from here on. */
export function seeCalendar(known: TradingCalendar): void {
  calendar = known;
}

const [firstDay, lastDay] = ["1970-01-01", "2199-12-31"];
/** Most days that are counted, either way. */
const mostDays = 10_000;
const dayMs = 86_400_000;
const steps = { toAsk: 20, aDay: 4 };

export function addCalendar(environment: Environment): void {
  register(environment, [
    ["own_isTradingDay(string): bool", (day: string) => calendar.isTradingDay(checked(day))],
    ...counting(
      "tradingDaysBetween",
      (own, number) => `${own}(string, string): ${number}`,
      (from: string, to: string) => daysBetween(checked(from), checked(to)),
    ),
    ["own_addTradingDays(string, double): string", addDays],
    ["own_addTradingDays(string, int): string", (day: string, count: bigint) => addDays(day, Number(count))],
  ]);
}

/** The day, or an error for what is none: then the value is absent. */
function checked(day: string): string {
  spend(steps.toAsk);
  if (!isDay(day) || day < firstDay || day > lastDay) throw new RangeError("this is no day");
  return day;
}

function daysBetween(from: string, to: string): number {
  const days = Math.abs(Date.parse(to) - Date.parse(from)) / dayMs;
  if (days > mostDays) throw new RangeError("these days are too far apart");
  spend(days * steps.aDay);
  return to < from ? -calendar.countTradingDays(to, from) : calendar.countTradingDays(from, to);
}

function addDays(day: string, count: number): string {
  if (!Number.isInteger(count) || Math.abs(count) > mostDays / 2)
    throw new RangeError("these are too many days");
  spend(Math.abs(count) * steps.aDay);
  return calendar.addTradingDays(checked(day), count);
}
