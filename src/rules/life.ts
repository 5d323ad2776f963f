/** The life of an alert: the keys of a rule that say how it begins and ends, compiled. */
import * as z from "zod";
import type { Path } from "../lib/yaml/parse-yaml.ts";
import { jstDay } from "../model/dates.ts";
import { type Duration, endOf, parseDuration, startOf } from "../model/duration.ts";
import { timeOfDayForm, timeOfDayMs } from "../model/hours.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import { compileCondition, type Predicate } from "./cel/compile-expression.ts";
import type { OverEvents } from "./compiled-rule.ts";
import { momentaryKeys } from "./conditions/index.ts";
import type { RuleContext } from "./conditions/member.ts";
import type { FileContext } from "./file-context.ts";
import { type ActiveHours, activeEnd, activeHoursOf, activeKey } from "./life/active-hours.ts";
import { compileExpected } from "./life/expected.ts";
import { beforeKey, compileReminder } from "./life/reminder.ts";
import { length, needs } from "./schema/schema-parts.ts";

/** `flapping`: an alert that is given again and again is suppressed until it is asked for less often. */
const flappingKey = z
  .strictObject({
    times: z
      .number()
      .int()
      .min(2)
      .max(1_000)
      .describe("number of alerts that are given; at least 2")
      .meta({ examples: [5] }),
    within: length("time in which they are counted", "6h", "1bd"),
  })
  .optional()
  .describe(
    "at most `times` alerts within a time are given; the last one says so, and further ones are suppressed until the rule asks for them less often",
  )
  .meta({ examples: [{ times: 5, within: "6h" }] });

export interface Flapping {
  /** So often, at least 2. */
  readonly times: number;
  readonly within: Duration;
}

/** Undefined where the schema refused a part of it. */
function flappingOf(written: z.output<typeof flappingKey>): Flapping | undefined {
  const within = written && parseDuration(written.within);
  return within && { times: written.times, within };
}

export interface Damped {
  /** When the alert was given or suppressed for this, ms since 1970; as many as the next answer needs. */
  readonly moments: readonly number[];
  readonly isSuppressed: boolean;
  /** It is given, and the next one will not be. */
  readonly isLast: boolean;
}

/** Suppressed alerts count, too: it is over when less than `times` of both were within the time. */
export function damp(
  { times, within }: Flapping,
  moments: readonly number[],
  now: number,
  calendar: TradingCalendar,
): Damped {
  const from = startOf(now, within, calendar);
  const recent = moments.filter((at) => at > from);
  return {
    moments: [...recent, now].slice(-times),
    isSuppressed: recent.length >= times,
    isLast: recent.length === times - 1,
  };
}

/** `absent`: nothing came for so long, or by a time of day, and somebody is to be told. */
const absentKey = z
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
function absenceOf(written: z.output<typeof absentKey>): Absence | undefined {
  if (written?.for !== undefined) {
    const duration = parseDuration(written.for);
    return duration && { for: duration };
  }
  if (written?.by === undefined) return undefined;
  return { byMs: timeOfDayMs(written.by), onTradingDays: written.on !== undefined };
}

const japanMs = 9 * 3_600_000;
const dayMs = 86_400_000;

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

/** A key each. */
export const lifeKeys = {
  for: length(
    "time for which everything that the rule asks for must hold without a break; an event for which `when` is false or `until` is true ends the wait",
    "30m",
  ).optional(),
  absent: absentKey,
  until: z
    .string()
    .min(1)
    .optional()
    .describe(
      "the alert is resolved by an event of the rule's types for which this is true (CEL); until then it does not fire again, and that event fires no alert",
    )
    .meta({ examples: ["now.ratio < 0.5"] }),
  flapping: flappingKey,
  active: activeKey,
  before: beforeKey,
};

/** Keys that look back: the events that they see have to be kept so long. */
export const lookingBack = ["absent", "flapping"] as const;

const lifeSchema = z.strictObject(lifeKeys);
type WrittenLife = z.output<typeof lifeSchema>;
type Life = Pick<
  OverEvents,
  "when" | "lasting" | "absence" | "until" | "flapping" | "active" | "reminder" | "expectedBy"
>;

/** @param when the rule's, which must then be asked of every event where one for which it is false may end something */
export function compileLife(
  written: WrittenLife & { readonly by?: string | string[] | undefined },
  path: Path,
  around: RuleContext,
  when: Predicate | undefined,
): Life {
  const { context, language } = around;
  const { until, by } = written;
  checkLasting(written, path, context);
  checkReminder(written, path, context);
  const active = activeHoursOf(written.active, path, context);
  const absence = absenceOf(written.absent);
  if (absence && active && "byMs" in absence && (absence.byMs < active.fromMs || absence.byMs > active.toMs))
    context.report(context.yaml.at([...path, "absent", "by"]), "this is outside of the rule's active hours");
  const expected = written.absent?.expected;
  const reminder = compileReminder(written.before, path, around);
  const lasting = written.for === undefined ? undefined : parseDuration(written.for);
  const ends = lasting !== undefined || until !== undefined || reminder !== undefined;
  return {
    when: ends ? when : undefined,
    lasting,
    active,
    reminder,
    absence: absence && {
      ...{ ...absence, active },
      expected: expected === undefined ? undefined : compileExpected(expected, by, path, around),
    },
    expectedBy: by === undefined ? undefined : [by].flat()[0],
    flapping: flappingOf(written.flapping),
    until:
      until === undefined
        ? undefined
        : context.at([...path, "until"], () => compileCondition(until, language)),
  };
}

/** `for` needs something that can hold so long. */
function checkLasting(written: WrittenLife, path: Path, { yaml, report }: FileContext): void {
  if (written.for === undefined) return;
  const at = yaml.atKey([...path, "for"]);
  for (const key of momentaryKeys(written))
    report(at, `\`${key}\` is so for the moment of an event alone, and nothing that lasts`);
  if (written.absent !== undefined) report(at, "a rule has either `for` or `absent`");
}

function checkReminder(written: WrittenLife, path: Path, { yaml, report }: FileContext): void {
  const other = written.for !== undefined ? "for" : written.absent !== undefined ? "absent" : undefined;
  if (written.before === undefined || other === undefined) return;
  report(yaml.atKey([...path, "before"]), `a rule has either \`before\` or \`${other}\``);
}
