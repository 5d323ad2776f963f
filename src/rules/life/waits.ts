/**
 * Waits: `absent`, where something came before and now nothing comes, or what is missed never came; and `before`, an
 * alert so long before a date that stands in an item.
 */
import * as z from "zod";
import { dayMs, hourMs, japanMs } from "../../lib/clock.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import {
  addDays,
  isDay,
  japanMoment,
  jstDay,
  type TradingCalendar,
  timeOfDayForm,
  timeOfDayMs,
} from "../../model/dates.ts";
import { type Duration, endOf, parseDuration } from "../../model/duration.ts";
import type { Event, EventType } from "../../model/event.ts";
import { compileExpression, type Expression } from "../cel/compile-expression.ts";
import type { Surroundings, Variables } from "../cel/language.ts";
import { bareSurroundings, variablesOf, withFound } from "../cel/surroundings.ts";
import type { RuleContext } from "../conditions/member.ts";
import { durationOf, length, needs } from "../context/schema-parts.ts";
import { type ActiveHours, activeEnd } from "./active-hours.ts";

/** `absent`: nothing came for so long, or by a time of day, and somebody is to be told. */
export const absentKey = z
  .strictObject({
    for: length("nothing came for this long", "26h").optional(),
    by: z
      .string()
      .regex(timeOfDayForm, { error: 'a time of day in Japan, such as "18:00"' })
      .optional()
      .describe("nothing came on a day by this time in Japan")
      .meta({ examples: ["18:00"] }),
    on: z
      .literal("trading-days")
      .optional()
      .describe("only trading days count for `by`")
      .meta({ examples: ["trading-days"] }),
    expected: z
      .string()
      .min(1)
      .optional()
      .describe("a list of values of the rule's `by`: each is missed also if it never came (CEL)")
      .meta({ examples: ["lists.core"] }),
  })
  .refine((written) => (written.for === undefined) !== (written.by === undefined), {
    error: "`absent` takes either `for` or `by`",
  })
  .meta({ oneOf: needs(["for", "by"]) })
  .optional()
  .describe(
    "something came before, and now nothing came for a time (`for`), or on a day by a time in Japan (`by`); `on: trading-days` leaves out other days",
  )
  .meta({ examples: [{ for: "26h" }, { by: "18:00", on: "trading-days" }] });

export type Absence = (
  | { readonly for: Duration }
  /** A time of day in Japan, ms since midnight; on every day, or on trading days alone. */
  | { readonly byMs: number; readonly onTradingDays: boolean }
) & {
  /** Values of `by` that are missed also if they never came. */
  readonly expected?: readonly string[] | undefined;
  /** The hours that alone count for `for`. */
  readonly active?: ActiveHours | undefined;
};

/** Undefined where the schema refused a part of it. */
export function absenceOf(written: z.output<typeof absentKey>): Absence | undefined {
  if (written?.for !== undefined) {
    const duration = parseDuration(written.for);
    return duration && { for: duration };
  }
  if (written?.by === undefined) return undefined;
  return { byMs: timeOfDayMs(written.by), onTradingDays: written.on !== undefined };
}

/** Time at which the absence is told if nothing comes after a moment; both ms since 1970. */
export function absentAt(absence: Absence, after: number, calendar: TradingCalendar): number {
  if ("for" in absence) {
    const { active, for: length } = absence;
    if (active !== undefined && "ms" in length) return activeEnd(active, after, length.ms, calendar);
    return endOf(after, length, calendar);
  }
  const day = jstDay(after);
  const next = absence.onTradingDays
    ? calendar.addTradingDays(day, 1)
    : new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
  return Date.parse(next) - japanMs + absence.byMs;
}

/** Most values of a rule: each of them waits from the beginning on. */
const mostExpected = 5_000;

/** The values, once each; undefined with a mistake, which is reported. */
export function compileExpected(
  source: string,
  by: string | readonly string[] | undefined,
  path: Path,
  { context, language, types }: RuleContext,
): readonly string[] | undefined {
  const at = [...path, "absent", "expected"];
  const { yaml, report } = context;
  if (by !== undefined && [by].flat().length > 1) {
    report(yaml.at(at), "`expected` has the values of one expression in `by`", "leave one of them");
    return undefined;
  }
  const expression = context.at(at, () => compileExpression(source, language));
  if (expression === undefined) return undefined;
  const values = expression.evaluate(bareVariables(types, "", undefined, bareSurroundings()));
  if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) {
    report(yaml.at(at), "a list of texts that no event is needed for, such as lists.core, is needed here");
    return undefined;
  }
  const expected = [...new Set(values as string[])];
  if (expected.length > 0 && expected.length <= mostExpected) return expected;
  report(yaml.at(at), `from one to ${mostExpected} values are expected, and here are ${expected.length}`);
  return undefined;
}

/** The variables of what never came: an item with the expected value and nothing else. */
export function bareVariables(
  [type = "rules.loaded"]: readonly EventType[],
  value: string,
  by: string | undefined,
  around: Surroundings,
): Variables {
  const field = by === undefined ? "code" : /^now\.(\w+)$/.exec(by)?.[1];
  const now = field === undefined ? {} : { [field]: value };
  const event: Event = {
    ...{ specversion: "1.0", id: "", source: "/rules", type, subject: value, time: "" },
    ...{ datacontenttype: "application/json", data: { now } },
  };
  return withFound(variablesOf(event, around), {});
}

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
