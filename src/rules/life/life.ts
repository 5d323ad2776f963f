/** The life of an alert: the keys of a rule that say how it begins and ends, compiled. */
import * as z from "zod";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { TradingCalendar } from "../../model/dates.ts";
import { type Duration, parseDuration, startOf } from "../../model/duration.ts";
import { compileCondition, type Predicate } from "../cel/compile-expression.ts";
import { momentaryKeys } from "../conditions/index.ts";
import type { RuleContext } from "../conditions/member.ts";
import type { FileContext } from "../context/file-context.ts";
import { length } from "../context/schema-parts.ts";
import { type ActiveHours, activeHoursOf, activeKey } from "./active-hours.ts";
import {
  type Absence,
  absenceOf,
  absentKey,
  beforeKey,
  compileExpected,
  compileReminder,
  type Reminder,
} from "./waits.ts";

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

/** How the alerts of a rule begin and end. */
export interface AlertLife {
  /** The rule's `when`, where the index lets other events through, too: they may end something. */
  readonly when: Predicate | undefined;
  /** Time for which all must hold. */
  readonly lasting: Duration | undefined;
  readonly absence: Absence | undefined;
  readonly until: Predicate | undefined;
  readonly flapping: Flapping | undefined;
  /** The hours in which alerts are given; undefined: all. */
  readonly active: ActiveHours | undefined;
  /** An alert before a date in the item, in the place of one with the event. */
  readonly reminder: Reminder | undefined;
  /** The expression of `by` whose values are expected. */
  readonly expectedBy: string | undefined;
}

/** @param when the rule's, which must then be asked of every event where one for which it is false may end something */
export function compileLife(
  written: WrittenLife & { readonly by?: string | string[] | undefined },
  path: Path,
  around: RuleContext,
  when: Predicate | undefined,
): AlertLife {
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
