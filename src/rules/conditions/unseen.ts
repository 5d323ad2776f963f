/** A value that never came before, or not for so long. */
import { type Duration, startOf } from "../../model/duration.ts";
import type { Condition } from "./condition.ts";
import { type Asked, remembered } from "./value-of.ts";

export interface Unseen {
  readonly of: Asked;
  /** After so long a value is unseen again; absent: never. */
  readonly within?: Duration | undefined;
  /** How many values are remembered, those that came last. */
  readonly mostEntries: number;
}

/** Each value with when it came last, in the order of these. */
type Memory = readonly (readonly [value: number | string, at: number])[];

/** Each event stands for itself. */
export function createUnseen({ of, within, mostEntries }: Unseen): Condition {
  return {
    take(memory, { at, variables, calendar }) {
      const before = (memory ?? []) as Memory;
      const value = remembered(of, variables);
      if (value === undefined)
        return { memory: memory ?? undefined, counts: false, holds: false, lapsed: false, found: {} };
      const newest = Math.max(at, before.at(-1)?.[1] ?? at);
      const limit = within === undefined ? Number.NEGATIVE_INFINITY : startOf(newest, within, calendar);
      const known = before.filter(([, seen]) => seen > limit);
      const last = known.find(([other]) => other === value)?.[1];
      const others = known.filter(([other]) => other !== value);
      const after = [...others, [value, Math.max(at, last ?? at)] as const].sort((a, b) => a[1] - b[1]);
      return {
        isFull: after.length > mostEntries,
        memory: after.slice(-mostEntries),
        counts: at > limit,
        holds: last === undefined,
        lapsed: true,
        found: { seen: after.length },
      };
    },
  };
}
