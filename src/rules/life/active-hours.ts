/** `active`: the hours in which a rule gives alerts, in Japan's time. */
import * as z from "zod";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import {
  addDays,
  japanMoment,
  jstDay,
  type TradingCalendar,
  timeOfDayForm,
  timeOfDayMs,
} from "../../model/dates.ts";
import type { FileContext } from "../context/file-context.ts";

const timeOfDay = z.string().regex(timeOfDayForm, { error: 'a time of day in Japan, such as "09:00"' });

export const activeKey = z
  .strictObject({
    between: z
      .array(timeOfDay)
      .length(2)
      .describe("from the first time to the second, both included")
      .meta({ examples: [["09:00", "15:30"]] }),
    on: z
      .literal("trading-days")
      .optional()
      .describe("only on trading days; by default on every day")
      .meta({ examples: ["trading-days"] }),
  })
  .optional()
  .describe(
    "hours in Japan outside of which the rule gives no alert, though events count; `absent: { for: 30m }` counts this time alone",
  )
  .meta({ examples: [{ between: ["09:00", "15:30"], on: "trading-days" }] });

export interface ActiveHours {
  /** Times of day in Japan, ms since midnight. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly onTradingDays: boolean;
}

/** Undefined without the key, and with a mistake, which is reported. */
export function activeHoursOf(
  written: z.output<typeof activeKey>,
  path: Path,
  { yaml, report }: FileContext,
): ActiveHours | undefined {
  if (written === undefined) return undefined;
  const [fromMs, toMs] = written.between.map(timeOfDayMs) as [number, number];
  if (fromMs >= toMs) {
    report(yaml.at([...path, "active", "between"]), "the first time comes before the second, on one day");
    return undefined;
  }
  return { fromMs, toMs, onTradingDays: written.on !== undefined };
}

/** Whether a moment (ms since 1970) is in the hours, their ends included. */
export function isActive(hours: ActiveHours, at: number, calendar: TradingCalendar): boolean {
  const day = jstDay(at);
  if (hours.onTradingDays && !calendar.isTradingDay(day)) return false;
  const time = at - japanMoment(day, 0);
  return time >= hours.fromMs && time <= hours.toMs;
}

/** The moment at which so much active time has passed since another one; all in ms, moments since 1970. */
export function activeEnd(
  hours: ActiveHours,
  since: number,
  lengthMs: number,
  calendar: TradingCalendar,
): number {
  const { fromMs, toMs } = hours;
  let left = lengthMs;
  const first = jstDay(since);
  const isOpen = !hours.onTradingDays || calendar.isTradingDay(first);
  const begin = Math.max(since, japanMoment(first, fromMs));
  const ofFirst = isOpen ? Math.max(0, japanMoment(first, toMs) - begin) : 0;
  if (left <= ofFirst && isOpen) return begin + left;
  left -= ofFirst;
  // A day that is filled to its end is the last one.
  const whole = Math.max(1, Math.ceil(left / (toMs - fromMs)));
  const day = hours.onTradingDays ? calendar.addTradingDays(first, whole) : addDays(first, whole);
  return japanMoment(day, fromMs) + left - (whole - 1) * (toMs - fromMs);
}
