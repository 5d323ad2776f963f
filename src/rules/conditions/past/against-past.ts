/** The conditions that hold a value against the earlier ones of a time: one says what is its own, the rest is the same for all. */
import * as z from "zod";
import type { Path } from "../../../lib/yaml/parse-yaml.ts";
import type { TradingCalendar } from "../../../model/dates.ts";
import { type Duration, parseDuration, startOf } from "../../../model/duration.ts";
import { memoryLimits } from "../../../model/rule.ts";
import { length } from "../../context/schema-parts.ts";
import { type ComparedValue, type EventCondition, lookAt } from "../condition.ts";
import { compileOf, type OfExpression, of, type RuleContext, rememberedNumber } from "../member.ts";

/** In order of time. */
export type Past = readonly (readonly [at: number, value: number])[];

/** @param least number of earlier values that are needed to say anything */
export const pastKeys = (least: number) => ({
  of,
  within: length("earlier values that it is held against: those of this time before it", "250bd", "60d"),
  after: z
    .int()
    .min(least)
    .max(memoryLimits.entries - 1)
    .default(20)
    .describe(
      `smallest number of earlier values in that time${least > 1 ? `, at least ${least}` : ""}; with fewer it does not hold`,
    )
    .meta({ examples: [60] }),
});

export interface AgainstPast {
  readonly of: OfExpression;
  readonly within: Duration;
  readonly after: number;
  /** Most values of one key in the state, the newest. */
  readonly mostEntries: number;
  /** Judges a value beside earlier ones, of which there is at least one. */
  judge(past: Past, value: number): { holds: boolean; found: Readonly<Record<string, number>> };
  /** Measures the values of the time, for a person. */
  measure(past: Past): Readonly<Record<string, number>>;
  /** The one earlier value that it is compared with; undefined where it is all of them. */
  comparedOf?(past: Past): ComparedValue | undefined;
}

/** Compiles the keys of `pastKeys`; undefined with a mistake, which is reported. */
export function compilePast(
  written: { readonly of: string; readonly within: string; readonly after: number },
  path: Path,
  around: RuleContext,
): Pick<AgainstPast, "of" | "within" | "after" | "mostEntries"> | undefined {
  const of = compileOf(written.of, "number", path, around);
  const within = parseDuration(written.within);
  if (of === undefined || within === undefined) return undefined;
  return { of, within, after: written.after, mostEntries: memoryLimits.entries };
}

/** Each event stands for itself. An event older than the newest plays no part. */
export function createAgainstPast(made: AgainstPast): EventCondition {
  const { of, within, after, mostEntries, judge } = made;
  const withinAt = (memory: unknown, at: number, calendar: TradingCalendar): Past => {
    const entries = (memory ?? []) as Past;
    return entries.slice(countUpTo(entries, startOf(at, within, calendar)));
  };
  return {
    ...onlyWithEvents,
    read: (variables) => rememberedNumber(of, variables),
    take(memory, { at, calendar }, given) {
      const entries = (memory ?? []) as [number, number][];
      if (at < (entries.at(-1)?.[0] ?? at))
        return { memory: entries, counts: false, holds: false, lapsed: true, found: {} };
      entries.splice(0, countUpTo(entries, startOf(at, within, calendar)));
      const value = Number(given);
      const judged = entries.length < after ? nothing : judge(entries, value);
      entries.push([at, value]);
      const tooMany = entries.length - mostEntries;
      if (tooMany > 0) entries.splice(0, tooMany);
      return { ...judged, isFull: tooMany > 0, memory: entries, counts: true, lapsed: true };
    },
    compared(memory, { at, calendar }) {
      const past = withinAt(memory, at, calendar);
      return past.length === 0 ? undefined : made.comparedOf?.(past);
    },
    look(memory, at, calendar) {
      const past = withinAt(memory, at, calendar);
      return lookAt(past, past.length === 0 ? {} : made.measure(past));
    },
  };
}

const nothing = { holds: false, found: {} };

/** Answers of a condition about one's own past that holds for the moment of an event alone. */
export const onlyWithEvents = {
  knowsWhatWas: true,
  ceases: undefined,
  holdsAt: undefined,
  turnsAt: undefined,
  changesAt: undefined,
  foundAt: undefined,
} as const;

/** Number of values up to a moment. */
export function countUpTo(past: Past, moment: number): number {
  let count = 0;
  while (count < past.length && (past[count]?.[0] ?? 0) <= moment) count += 1;
  return count;
}
