/** `crossover`: the average of a short time goes beyond that of a long one. */
import * as z from "zod";
import { type Duration, parseDuration, startOf } from "../../model/duration.ts";
import { withoutNoise } from "../../model/numbers.ts";
import { memoryLimits } from "../../model/rule.ts";
import { length } from "../context/schema-parts.ts";
import { type EventCondition, lookAt, type Seen } from "./condition.ts";
import { compileOf, conditionMember, type OfExpression, of, rememberedNumber } from "./member.ts";
import { countUpTo, onlyWithEvents, type Past } from "./past/against-past.ts";

const schema = z
  .strictObject({
    of,
    fast: length("the short time; its average is the one that crosses", "5bd"),
    slow: length("the long time, whose average is crossed", "20bd"),
    direction: z
      .enum(["up", "down", "either"])
      .default("either")
      .describe("the fast average comes to be over the slow one (`up`), under it (`down`), or `either`")
      .meta({ examples: ["up"] }),
  })
  .refine(({ fast, slow }) => isShorter(fast, slow), {
    error: "`fast` is a shorter time than `slow`",
    path: ["fast"],
  });

/** True also of trading days beside hours, which cannot be compared. */
function isShorter(fast: string, slow: string): boolean {
  const [one, other] = [parseDuration(fast), parseDuration(slow)];
  if (one === undefined || other === undefined) return true;
  if ("ms" in one && "ms" in other) return one.ms < other.ms;
  return !("tradingDays" in one && "tradingDays" in other) || one.tradingDays < other.tradingDays;
}

export const crossover = conditionMember({
  key: "crossover",
  about: "the average of a value over a short time crosses that over a long time",
  examples: [{ of: "now.shortRatio", fast: "5bd", slow: "20bd", direction: "up" }],
  schema,
  borrowed: {
    functions: /^(crossover|golden_?cross|dead(th)?_?cross|sma|ema)$/i,
    write: "crossover: { of: now.ratio, fast: 5bd, slow: 20bd, direction: up }",
  },
  found: ["fast", "slow"],
  isMomentary: () => true,
  events: () => [],
  compile(written, path, around) {
    const of = compileOf(written.of, "number", path, around);
    const [fast, slow] = [parseDuration(written.fast), parseDuration(written.slow)];
    if (of === undefined || fast === undefined || slow === undefined) return undefined;
    return createCrossover({
      ...{ of, fast, slow, direction: written.direction, mostEntries: memoryLimits.entries },
    });
  },
  lint: () => true,
});

export interface Crossover {
  readonly of: OfExpression;
  readonly fast: Duration;
  readonly slow: Duration;
  readonly direction: "up" | "down" | "either";
  /** Most values of one key in the state, the newest. */
  readonly mostEntries: number;
}

interface Memory {
  /** When the first value came, ms since 1970. */
  readonly first: number;
  /** Entries of the slow window. */
  readonly values: [at: number, value: number][];
  /** The side of the slow average on which the fast one was last; absent: on none yet. */
  readonly side?: "up" | "down" | undefined;
}

/**
 * Each crossing stands for itself. No side is known before the slow time is full, so that the first one is no
 * crossing; averages that are equal are on the side on which they were. An event older than the newest plays no part.
 */
export function createCrossover(made: Crossover): EventCondition {
  return {
    ...onlyWithEvents,
    read: (variables) => rememberedNumber(made.of, variables),
    take: (memory, seen, value) => takeValue(memory as Memory | undefined, seen, Number(value), made),
    compared: undefined,
    look(memory, at, calendar) {
      const { values = [], first = at } = (memory ?? {}) as Partial<Memory>;
      const whole = values.slice(countUpTo(values, startOf(at, made.slow, calendar)));
      const isFull = first <= startOf(at, made.slow, calendar);
      const isKnown = isFull && (values.at(-1)?.[0] ?? at) > startOf(at, made.fast, calendar);
      return lookAt(whole, isKnown ? averagesOf(whole, at, made.fast, calendar) : {});
    },
  };
}

function takeValue(
  before: Memory | undefined,
  { at, calendar }: Seen,
  value: number,
  { fast, slow, direction, mostEntries }: Crossover,
): ReturnType<EventCondition["take"]> {
  const { first = at, values = [], side } = before ?? {};
  if (at < (values.at(-1)?.[0] ?? at))
    return { memory: before, counts: false, holds: false, lapsed: true, found: {} };
  const begin = startOf(at, slow, calendar);
  values.splice(0, countUpTo(values, begin));
  values.push([at, value]);
  const tooMany = values.length - mostEntries;
  if (tooMany > 0) values.splice(0, tooMany);
  const taken = { isFull: tooMany > 0, counts: true, lapsed: true };
  if (first > begin) return { ...taken, memory: { first, values }, holds: false, found: {} };
  const found = averagesOf(values, at, fast, calendar);
  const now = found.fast === found.slow ? side : found.fast > found.slow ? "up" : "down";
  const isCrossed = side !== undefined && now !== side && (direction === "either" || direction === now);
  return { ...taken, memory: { first, values, side: now }, holds: isCrossed, found };
}

/** @param whole the values of the slow time */
function averagesOf(whole: Past, at: number, fast: Duration, calendar: Seen["calendar"]) {
  const recent = whole.slice(countUpTo(whole, startOf(at, fast, calendar)));
  return { fast: averageOf(recent), slow: averageOf(whole) };
}

function averageOf(values: Past): number {
  let sum = 0;
  for (const [, value] of values) sum += value;
  return withoutNoise(sum / values.length);
}
