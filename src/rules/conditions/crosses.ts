/** A value that crosses a level, and counts as over it until it comes back to another one (hysteresis). */
import { type Condition, lookAt, type Seen } from "./condition.ts";
import { type Asked, rememberedNumber } from "./value-of.ts";

export interface Crosses {
  readonly of: Asked;
  readonly direction: "above" | "below";
  readonly level: number;
  /** Where it is crossed back; the level itself by default. */
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
    holdsAt: (memory) => (memory as Memory | undefined)?.over ?? false,
    take(memory, { at }: Seen, value) {
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
    look: (memory) => lookAt(memory === undefined ? [] : [[(memory as Memory).at]], {}),
  };
}
