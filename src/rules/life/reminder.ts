/** `before`: an alert so long before a date that stands in an item. */
import * as z from "zod";
import { dayMs, hourMs } from "../../lib/clock.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { addDays, isDay, japanMoment, jstDay, type TradingCalendar } from "../../model/dates.ts";
import { parseDuration } from "../../model/duration.ts";
import type { EventType } from "../../model/event.ts";
import { compileExpression, type Expression } from "../cel/compile-expression.ts";
import type { Variables } from "../cel/language.ts";
import type { RuleContext } from "../conditions/member.ts";
import { durationOf } from "../context/schema-parts.ts";

export const beforeKey = z
  .strictObject({
    date: z
      .string()
      .min(1)
      .describe("the date in the item, a text such as 2026-01-05 (CEL)")
      .meta({ examples: ["now.date"] }),
    days: durationOf(/^[1-9][0-9]{0,2}b?d$/, "so many days, such as 7d, or trading days, such as 2bd")
      .describe("how long before the date; bd are trading days")
      .meta({ examples: ["2bd", "7d"] }),
  })
  .optional()
  .describe("the alert comes at 08:00 in Japan, so many days before a date in the item; once for each date")
  .meta({ examples: [{ date: "now.publishedOn", days: "2bd" }] });

export interface Reminder {
  readonly date: Expression;
  readonly days: { readonly count: number; readonly areTradingDays: boolean };
}

/** Undefined without the key, and with a mistake, which is reported. */
export function compileReminder(
  written: z.output<typeof beforeKey>,
  path: Path,
  { context, language }: RuleContext,
): Reminder | undefined {
  const days = written && parseDuration(written.days);
  if (written === undefined || days === undefined) return undefined;
  const at = [...path, "before", "date"];
  const date = context.at(at, () => compileExpression(written.date, language));
  if (date === undefined) return undefined;
  if (date.type !== "string" && date.type !== "dyn") {
    context.report(context.yaml.at(at), "a date, such as now.date, is needed here");
    return undefined;
  }
  const areTradingDays = "tradingDays" in days;
  return { date, days: { count: areTradingDays ? days.tradingDays : days.ms / dayMs, areTradingDays } };
}

/** The date of an event's item; undefined where it has none, or the item is gone. */
export function dateOf({ date }: Reminder, type: EventType, variables: Variables): string | undefined {
  if (isGone(type)) return undefined;
  const day = date.evaluate(variables);
  return typeof day === "string" && isDay(day) ? day : undefined;
}

/** Last words of the types that tell of an item that is there no more. */
const gone = ["removed", "closed", "left", "lifted"];

function isGone(type: EventType): boolean {
  return gone.includes(type.slice(type.lastIndexOf(".") + 1));
}

const tellAtMs = 8 * hourMs;

/** When the alert about a date is given, where that becomes known at a moment; undefined: the date is over. */
export function remindedAt(
  { days: { count, areTradingDays } }: Reminder,
  date: string,
  at: number,
  calendar: TradingCalendar,
): number | undefined {
  if (jstDay(at) > date) return undefined;
  const day = areTradingDays ? calendar.addTradingDays(date, -count) : addDays(date, -count);
  return Math.max(at, japanMoment(day, tellAtMs));
}
