/** `crosses`: a value crosses a level, and counts as over it until it comes back to another one (hysteresis). */
import * as z from "zod";
import { needs } from "../context/schema-parts.ts";
import { warnOfUnits } from "../lint/odd-values.ts";
import { computedNumber, withBounds } from "./combined/computed-bounds.ts";
import { type EventCondition, lookAt } from "./condition.ts";
import { compileOf, conditionMember, type OfExpression, of, rememberedNumber } from "./member.ts";

const schema = z
  .strictObject({
    of,
    above: computedNumber("level; the condition holds when the value is above it", 2),
    below: computedNumber("level; the condition holds when the value is under it", 10),
    reset: computedNumber("value at which it stops; by default the level itself", 1.5),
  })
  .refine(({ above, below }) => (above === undefined) !== (below === undefined), {
    error: "`crosses` takes either `above` or `below`",
  })
  .refine(({ above, reset }) => !areNumbers(above, reset) || Number(reset) <= Number(above), {
    error: "`reset` is not over the level that is crossed upwards",
    path: ["reset"],
  })
  .refine(({ below, reset }) => !areNumbers(below, reset) || Number(reset) >= Number(below), {
    error: "`reset` is not under the level that is crossed downwards",
    path: ["reset"],
  })
  .meta({ oneOf: needs(["above", "below"]) });

function areNumbers(...bounds: unknown[]): boolean {
  return bounds.every((bound) => typeof bound === "number");
}

export const crosses = conditionMember({
  key: "crosses",
  about: "a value goes beyond a level, and counts as beyond it until it is back at `reset`",
  examples: [{ of: "now.ratio", above: 2, reset: 1.5 }],
  schema,
  borrowed: { functions: /^(crosses|crossed)$/i, write: "crosses: { of: now.ratio, above: 2 }" },
  found: ["value"],
  isMomentary: () => false,
  events: () => [],
  compile(written, path, around) {
    const of = compileOf(written.of, "number", path, around);
    if (of === undefined) return undefined;
    const direction = written.above === undefined ? "below" : "above";
    return withBounds(written, ["above", "below", "reset"], { path, around }, (bounds) =>
      createCrosses({
        ...{ of, direction },
        get level() {
          return bounds[direction] ?? 0;
        },
        get reset() {
          return bounds.reset;
        },
      }),
    );
  },
  lint(written, path, rule) {
    warnOfUnits(written, path, rule);
    return true;
  },
});

export interface Crosses {
  readonly of: OfExpression;
  readonly direction: "above" | "below";
  readonly level: number;
  /** Level at which it is over; the level itself by default. */
  readonly reset?: number | undefined;
}

interface Memory {
  readonly at: number;
  readonly over: boolean;
  /** Absent in a state of a version that did not keep it. */
  readonly value?: number;
}

/**
 * Holds from the event that is beyond the level to the one that is not beyond the reset level any more. What was
 * before the first event is not known, and counts as not over. An event older than the newest plays no part.
 */
export function createCrosses(made: Crosses): EventCondition {
  const { of, direction } = made;
  const isBeyond = (value: number, limit: number) => (direction === "above" ? value > limit : value < limit);
  return {
    read: (variables) => rememberedNumber(of, variables),
    take(memory, { at }, value) {
      const before = memory as Memory | undefined;
      const counts = at >= (before?.at ?? at);
      const number = Number(value);
      // Read anew for each event, which they may be computed of.
      const { level, reset = level } = made;
      const over = counts ? isBeyond(number, before?.over ? reset : level) : (before?.over ?? false);
      const after: Memory | undefined = counts ? { at, over, value: number } : before;
      return { memory: after, counts, holds: over, lapsed: false, found: foundOf(after) };
    },
    knowsWhatWas: true,
    ceases: undefined,
    holdsAt: (memory) => (memory as Memory | undefined)?.over ?? false,
    turnsAt: undefined,
    changesAt: undefined,
    foundAt: (memory) => foundOf(memory as Memory | undefined),
    look: (memory) => lookAt(memory === undefined ? [] : [[(memory as Memory).at]], {}),
    compared: undefined,
  };
}

/** The value of the newest event. */
function foundOf({ value }: Partial<Memory> = {}): Readonly<Record<string, number>> {
  return value === undefined ? {} : { value };
}
