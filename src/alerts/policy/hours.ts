/** Hours as the settings write them, by clock, weekday and trading calendar: those of receivers, routes and windows. */
import * as z from "zod";
import { weekdayOf } from "../../model/dates.ts";
import { type DailySpan, dayMs, type Hours, hoursOf } from "../../model/hours.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import { timeOfDay } from "../../settings/values.ts";

/** In the order of weekdayOf. */
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

const day = z.iso.date();
const days = z
  .union([day, z.strictObject({ from: day.describe("first day"), to: day.describe("last day") })], {
    error: 'this takes a day such as "2026-12-30", or { from, to }',
  })
  .transform((written) => (typeof written === "string" ? { from: written, to: written } : written))
  .refine(({ from, to }) => from <= to, { error: "the first day comes before the last" });

/** The keys of hours. Each of them narrows; without any it is always. */
export const hoursKeys = {
  between: z
    .array(timeOfDay)
    .length(2)
    .refine(([from, to]) => from !== to, { error: "this is no time: leave `between` out for whole days" })
    .optional()
    .describe(
      "from the first time in Japan up to the second; past midnight where that is earlier, as part of the day on which it begins",
    )
    .meta({ examples: [["07:30", "22:00"]] }),
  on: z
    .enum(["every-day", "trading-days", "other-days"])
    .default("every-day")
    .describe("the days that count: `trading-days` of the exchange, or `other-days`, on which it is closed")
    .meta({ examples: ["trading-days"] }),
  days: z
    .array(z.enum(weekdays))
    .min(1)
    .optional()
    .describe("the weekdays that count; by default all")
    .meta({ examples: [["mon", "fri"]] }),
  except: z
    .array(days)
    .max(200)
    .optional()
    .describe("days of one's own that do not count, such as holidays")
    .meta({ examples: [["2026-12-30", { from: "2027-08-10", to: "2027-08-14" }]] }),
};

const anyKeys = z.strictObject(hoursKeys);
export type WrittenHours = z.output<typeof anyKeys>;

/** JSON Schema's words for a map that says hours. */
export const sayingHours = Object.keys(hoursKeys).map((key) => ({ required: [key] }));

const oneSpan = anyKeys
  .refine(narrows, { error: "this says no hours: it takes `between`, `on`, `days` and `except`" })
  .meta({ anyOf: sayingHours });

/** Hours of their own: a map, or a list of maps whose hours count together. */
export const hoursSetting = z
  .union([oneSpan, z.array(oneSpan).min(1).max(20)], {
    error: "hours are a map with `between`, `on`, `days` and `except`, or a list of such maps",
  })
  .transform((written) => [written].flat());

/** Whether any moment is outside. */
export function narrows({ between, on, days, except = [] }: WrittenHours): boolean {
  return between !== undefined || on !== "every-day" || days !== undefined || except.length > 0;
}

/** The hours of all maps together; undefined where one of them is always. */
export function compileHours(written: readonly WrittenHours[]): Hours | undefined {
  return written.every(narrows) ? hoursOf(written.map(spanOf)) : undefined;
}

function spanOf({ between = [0, dayMs], on, days, except = [] }: WrittenHours): DailySpan {
  const [fromMs = 0, toMs = dayMs] = between;
  return {
    fromMs,
    toMs: toMs > fromMs ? toMs : toMs + dayMs,
    beginsOn: (day: string, calendar: TradingCalendar) =>
      (on === "every-day" || calendar.isTradingDay(day) === (on === "trading-days")) &&
      (days === undefined || days.some((name) => weekdays[weekdayOf(day)] === name)) &&
      !except.some(({ from, to }) => day >= from && day <= to),
  };
}
