/** `unseen`: a value comes that never came before, or not for so long. */
import * as z from "zod";
import { countFirst } from "../../lib/collections.ts";
import { type Duration, parseDuration, startOf } from "../../model/duration.ts";
import { memoryLimits } from "../../model/rule.ts";
import { length } from "../context/schema-parts.ts";
import { type EventCondition, lookAt } from "./condition.ts";
import { compileOf, conditionMember, type OfExpression, of, remembered } from "./member.ts";
import { onlyWithEvents } from "./past/against-past.ts";

const schema = z.strictObject({
  of,
  within: length("time after which a value counts as unseen again; by default never", "250bd").optional(),
});

export const unseen = conditionMember({
  key: "unseen",
  about: "a value came that never came before, or not for the time in `within`",
  examples: [{ of: "now.seller", within: "250bd" }],
  schema,
  borrowed: {
    functions: /^(unseen|new_?term|first_?seen)$/i,
    write: "unseen: { of: now.seller, within: 250bd }",
  },
  found: ["seen"],
  isMomentary: () => true,
  events: () => [],
  compile(written, path, around) {
    const of = compileOf(written.of, "any", path, around);
    const within = written.within === undefined ? undefined : parseDuration(written.within);
    return of && createUnseen({ of, within, mostEntries: memoryLimits.entries });
  },
  lint: () => true,
});

export interface Unseen {
  readonly of: OfExpression;
  /** After so long a value is unseen again; absent: never. */
  readonly within?: Duration | undefined;
  /** Most values in the state, those that came last. */
  readonly mostEntries: number;
}

/** Each value with when it came last, in the order of these. */
type Memory = (readonly [value: number | string, at: number])[];

/** Each event stands for itself. */
export function createUnseen({ of, within, mostEntries }: Unseen): EventCondition {
  return {
    ...onlyWithEvents,
    read: (variables) => remembered(of, variables),
    take(memory, { at, calendar }, given) {
      const entries = (memory ?? []) as Memory;
      const value = given ?? "";
      const newest = Math.max(at, entries.at(-1)?.[1] ?? at);
      const limit = within === undefined ? Number.NEGATIVE_INFINITY : startOf(newest, within, calendar);
      const times = timesOf(entries);
      const drop = (count: number) => {
        if (count > 0) for (const [other] of entries.splice(0, count)) times.delete(other);
      };
      drop(firstAfter(entries, limit));
      const last = times.get(value);
      if (last !== undefined) entries.splice(placeOf(entries, value, last), 1);
      const latest = Math.max(at, last ?? at);
      entries.splice(firstAfter(entries, latest), 0, [value, latest]);
      times.set(value, latest);
      const seen = entries.length;
      drop(seen - mostEntries);
      return {
        isFull: seen > mostEntries,
        memory: entries,
        counts: at > limit,
        holds: last === undefined,
        lapsed: true,
        found: { seen },
      };
    },
    compared(memory, { variables }) {
      const entries = (memory ?? []) as Memory;
      const value = remembered(of, variables);
      const before = entries.find(([other]) => other === value) ?? entries.at(-1);
      return value === undefined || before === undefined ? undefined : { value: before[0], at: before[1] };
    },
    look(memory, at, calendar) {
      const limit = within === undefined ? Number.NEGATIVE_INFINITY : startOf(at, within, calendar);
      const known = ((memory ?? []) as Memory).filter(([, seen]) => seen > limit);
      return lookAt(
        known.map(([, seen]) => [seen]),
        { seen: known.length },
      );
    },
  };
}

const known = new WeakMap<Memory, Map<number | string, number>>();

/** When each value came last: found by the list, no part of what is remembered, made anew of a list that was stored. */
function timesOf(entries: Memory): Map<number | string, number> {
  const times = known.get(entries) ?? new Map(entries);
  known.set(entries, times);
  return times;
}

/** The first entry that is after a moment. */
function firstAfter(entries: Memory, moment: number): number {
  return countFirst(entries.length, (place) => (entries[place]?.[1] ?? 0) <= moment);
}

/** Place of a value that came last at a moment. */
function placeOf(entries: Memory, value: number | string, at: number): number {
  let place = firstAfter(entries, at) - 1;
  while (entries[place]?.[0] !== value) place -= 1;
  return place;
}
