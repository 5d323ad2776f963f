/** `crosses`: a value crosses a level, and counts as over it until it comes back to another one (hysteresis). */
import * as z from "zod";
import { warnOfUnits } from "../lint/units.ts";
import { needs } from "../schema/schema-parts.ts";
import { type Condition, lookAt } from "./condition.ts";
import { member } from "./member.ts";
import { type Asked, compileOf, of, rememberedNumber } from "./value.ts";

const schema = z
  .strictObject({
    of,
    above: z
      .number()
      .optional()
      .describe("level; the condition holds when the value is over it")
      .meta({ examples: [2] }),
    below: z
      .number()
      .optional()
      .describe("level; the condition holds when the value is under it")
      .meta({ examples: [10] }),
    reset: z
      .number()
      .optional()
      .describe("value at which it is over; by default the level itself")
      .meta({ examples: [1.5] }),
  })
  .refine(({ above, below }) => (above === undefined) !== (below === undefined), {
    error: "`crosses` takes either `above` or `below`",
  })
  .refine(({ above, reset }) => reset === undefined || reset <= (above ?? reset), {
    error: "`reset` is not over the level that is crossed upwards",
    path: ["reset"],
  })
  .refine(({ below, reset }) => reset === undefined || reset >= (below ?? reset), {
    error: "`reset` is not under the level that is crossed downwards",
    path: ["reset"],
  })
  .meta({ oneOf: needs(["above", "below"]) });

export const crosses = member({
  key: "crosses",
  about: "a value goes beyond a level, and counts as beyond it until it is back at `reset`",
  examples: [{ of: "now.ratio", above: 2, reset: 1.5 }],
  schema,
  borrowed: { functions: /^(crosses|crossed)$/i, write: "crosses: { of: now.ratio, above: 2 }" },
  found: ["value"],
  isMomentary: () => false,
  events: () => [],
  compile({ of: source, above, below, reset }, path, around) {
    const of = compileOf(source, "number", path, around);
    const level = above ?? below;
    if (of === undefined || level === undefined) return undefined;
    return createCrosses({ of, direction: above === undefined ? "below" : "above", level, reset });
  },
  lint(written, path, rule) {
    warnOfUnits(written, path, rule);
    return true;
  },
});

export interface Crosses {
  readonly of: Asked;
  readonly direction: "above" | "below";
  readonly level: number;
  /** Level at which it is over; the level itself by default. */
  readonly reset?: number | undefined;
}

interface Memory {
  readonly at: number;
  readonly over: boolean;
}

/**
 * Holds from the event that is beyond the level to the one that is not beyond the reset level any more. What was
 * before the first event is not known, and counts as not over. An event older than the newest plays no part.
 */
export function createCrosses({ of, direction, level, reset = level }: Crosses): Condition {
  const isBeyond = (value: number, limit: number) => (direction === "above" ? value > limit : value < limit);
  return {
    read: (variables) => rememberedNumber(of, variables),
    take(memory, { at }, value) {
      const before = memory as Memory | undefined;
      const counts = at >= (before?.at ?? at);
      const number = Number(value);
      const over = counts ? isBeyond(number, before?.over ? reset : level) : (before?.over ?? false);
      const after: Memory | undefined = counts ? { at, over } : before;
      return {
        memory: after,
        counts,
        holds: over,
        lapsed: false,
        found: { value: number },
      };
    },
    knowsWhatWas: true,
    ceases: undefined,
    holdsAt: (memory) => (memory as Memory | undefined)?.over ?? false,
    turnsAt: undefined,
    foundAt: undefined,
    look: (memory) => lookAt(memory === undefined ? [] : [[(memory as Memory).at]], {}),
    compared: undefined,
  };
}
