/** Hours in which receivers are told, and times of digests: as the settings write them, and as the policy asks them. */
import * as z from "zod";
import { dayMs } from "../lib/clock.ts";
import { didYouMean } from "../lib/text/nearest.ts";
import { checkedText } from "../lib/yaml/validate-yaml.ts";
import {
  type DailySpan,
  type Hours,
  hoursOf,
  japanMoment,
  jstDay,
  type TradingCalendar,
  timeOfDayForm,
  timeOfDayMs,
  weekdayOf,
} from "../model/dates.ts";
import { timeOfDay } from "../settings/values.ts";
import type { Digest } from "./policy.ts";

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

/** Digests with a name: when they come, and what people call them. */
const named: ReadonlyMap<string, { readonly time: string; readonly words: string }> = new Map([
  ["before-open", { time: "08:30", words: "before the open" }],
  ["after-close", { time: "15:45", words: "after the close" }],
  ["after-evening", { time: "20:30", words: "after the evening publications" }],
]);

const names = [...named.keys()];

const digestTime = checkedText((text) => {
  if (named.has(text) || timeOfDayForm.test(text)) return undefined;
  const there = `it is ${names.join(", ")}, or a time of day in Japan such as "12:40"`;
  return { message: `\`${text}\` is no digest`, suggestion: didYouMean(text, names) ?? there };
}).meta({ pattern: `^(${names.join("|")}|${timeOfDayForm.source.slice(1, -1)})$` });

/** A list of digests. */
export const digestSetting = z
  .array(digestTime)
  .min(1)
  .max(24)
  .superRefine((written, context) => {
    for (const [index, text] of written.entries())
      if (written.slice(0, index).some((before) => timeOf(before) === timeOf(text)))
        context.addIssue({ code: "custom", path: [index], message: "this is the time of one before it" });
  })
  .meta({ examples: [["before-open", "after-close"], ["12:40"]] });

/** Digests at these times of all trading days. */
export function compileDigest(written: readonly string[]): Digest {
  const times = written
    .map((text) => ({ atMs: timeOfDayMs(timeOf(text)), name: named.get(text)?.words ?? text }))
    .sort((a, b) => a.atMs - b.atMs);
  const firstAfter = (after: number, day: string) => {
    for (const { atMs, name } of times) {
      const at = japanMoment(day, atMs);
      if (at > after) return { at, name };
    }
    return undefined;
  };
  return {
    next(after: number, calendar: TradingCalendar) {
      const today = jstDay(after);
      const ofToday = calendar.isTradingDay(today) ? firstAfter(after, today) : undefined;
      const next = ofToday ?? firstAfter(after, calendar.addTradingDays(today, 1));
      if (next === undefined) throw new Error("a digest has a time at least");
      return next;
    },
  };
}

/** The time of day that is meant. */
function timeOf(text: string): string {
  return named.get(text)?.time ?? text;
}
