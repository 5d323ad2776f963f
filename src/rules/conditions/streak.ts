/** `streak`: a value rises or falls so many times in a row, or something is true of so many events in a row. */
import * as z from "zod";
import { type EventCondition, type FoundValues, lookAt } from "./condition.ts";
import {
  compileOf,
  conditionMember,
  type OfExpression,
  of,
  rememberedNumber,
  rememberedTruth,
} from "./member.ts";

const schema = z.strictObject({
  of: of.describe("a number that rises or falls, or something true or false (CEL)").meta({
    examples: ["now.ratio", "now.rank <= 10"],
  }),
  direction: z
    .enum(["up", "down"])
    .optional()
    .describe(
      "`up`: each value is greater than the one before; `down`: less. For something true or false, left out",
    )
    .meta({ examples: ["up"] }),
  times: z
    .int()
    .min(2)
    .max(1_000)
    .describe("how often in a row, without a break; at least 2")
    .meta({ examples: [3] }),
});

export const streak = conditionMember({
  key: "streak",
  about: "a value moved one way so many times in a row, or something was true so many times in a row",
  examples: [
    { of: "now.ratio", direction: "up", times: 2 },
    { of: "now.rank <= 30", times: 3 },
  ],
  schema,
  borrowed: {
    functions: /^(streak|consecutive|in_?a_?row|increasing|decreasing|monotonic)$/i,
    keys: /^(consecutive|in_?a_?row|evaluation_?periods|datapoints_?to_?alarm)$/i,
    write: "streak: { of: now.ratio, direction: up, times: 3 }",
  },
  found: ["streak"],
  isMomentary: () => false,
  events: () => [],
  compile({ of: source, direction, times }, path, around) {
    const of = compileOf(source, direction === undefined ? "truth" : "number", path, around);
    return of && createStreak({ of, direction, times });
  },
  lint: () => true,
});

export interface Streak {
  readonly of: OfExpression;
  /** Undefined: it is about what is true or false. */
  readonly direction?: "up" | "down" | undefined;
  readonly times: number;
}

interface Memory {
  readonly at: number;
  readonly last: number;
  /** Number of moves that way up to the last value, or of truths, without a break. */
  readonly streak: number;
}

/**
 * Holds from the event with which it is so often to the one that breaks it. A value that stays as it was breaks it. An
 * event older than the newest plays no part.
 */
export function createStreak({ of, direction, times }: Streak): EventCondition {
  const read = direction === undefined ? rememberedTruth : rememberedNumber;
  const goesOn = (last: number | undefined, value: number) => {
    if (direction === undefined) return value === 1;
    return last !== undefined && (direction === "up" ? value > last : value < last);
  };
  const holds = (memory: unknown) => ((memory as Memory | undefined)?.streak ?? 0) >= times;
  const foundOf = (memory: unknown): FoundValues => {
    const known = memory as Memory | undefined;
    return known === undefined ? {} : { streak: known.streak };
  };
  return {
    knowsWhatWas: true,
    read: (variables) => read(of, variables),
    take(memory, { at }, given) {
      const before = memory as Memory | undefined;
      if (at < (before?.at ?? at))
        return { memory: before, counts: false, holds: holds(before), lapsed: false, found: foundOf(before) };
      const value = Number(given);
      const streak = goesOn(before?.last, value) ? (before?.streak ?? 0) + 1 : 0;
      const after: Memory = { at, last: value, streak };
      return { memory: after, counts: true, holds: holds(after), lapsed: false, found: foundOf(after) };
    },
    ceases: undefined,
    holdsAt: holds,
    turnsAt: undefined,
    changesAt: undefined,
    foundAt: foundOf,
    compared(memory) {
      const before = memory as Memory | undefined;
      return direction === undefined || before === undefined
        ? undefined
        : { value: before.last, at: before.at };
    },
    look(memory) {
      const known = memory as Memory | undefined;
      return known === undefined ? lookAt([], {}) : lookAt([[known.at]], { streak: known.streak });
    },
  };
}
