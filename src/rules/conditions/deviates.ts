/** `deviates`: a value is so many standard deviations from the mean of its own past. */
import * as z from "zod";
import { withoutNoise } from "../../model/numbers.ts";
import type { EventCondition } from "./condition.ts";
import { conditionMember } from "./member.ts";
import {
  type AgainstPast,
  compilePast,
  createAgainstPast,
  type Past,
  pastKeys,
} from "./past/against-past.ts";

const { of, ...others } = pastKeys(2);

const schema = z.strictObject({
  of,
  by: z
    .number()
    .positive()
    .describe("smallest distance from the mean, in standard deviations")
    .meta({ examples: [3] }),
  direction: z
    .enum(["up", "down", "either"])
    .default("either")
    .describe("side of the mean: `up`, `down` or `either`")
    .meta({ examples: ["up"] }),
  ...others,
});

export const deviates = conditionMember({
  key: "deviates",
  about: "a value is at least so many standard deviations from the mean of its own past",
  examples: [{ of: "now.shortRatio", by: 1.5, within: "60bd" }],
  schema,
  borrowed: {
    functions: /^(deviates|std_?dev|stddev_?pop|z_?score|sigma|anomaly)$/i,
    write: "deviates: { of: now.ratio, by: 3, within: 60bd }",
  },
  found: ["deviates", "mean"],
  isMomentary: () => true,
  events: () => [],
  compile(written, path, around) {
    const made = compilePast(written, path, around);
    return made && createDeviates({ ...made, by: written.by, direction: written.direction });
  },
  lint: () => true,
});

export interface Deviates extends Omit<AgainstPast, "judge" | "measure" | "comparedOf"> {
  readonly by: number;
  readonly direction: "up" | "down" | "either";
}

/** A past that was always the same has no deviation, so that nothing is so far from it. */
export function createDeviates({ by, direction, ...made }: Deviates): EventCondition {
  return createAgainstPast({
    ...made,
    judge(past, value) {
      const { mean, deviation } = spreadOf(past);
      if (deviation === 0) return { holds: false, found: { mean } };
      const deviates = withoutNoise((value - mean) / deviation);
      const isOnSide = direction === "either" || (direction === "up" ? deviates > 0 : deviates < 0);
      return { holds: isOnSide && Math.abs(deviates) >= by, found: { mean, deviates } };
    },
    measure: spreadOf,
  });
}

/** Mean and standard deviation of all values: of the whole, and not as an estimate from a sample. */
function spreadOf(past: Past): { mean: number; deviation: number } {
  const [, first] = past[0] ?? [0, 0];
  if (past.every(([, value]) => value === first)) return { mean: first, deviation: 0 };
  let sum = 0;
  for (const [, value] of past) sum += value;
  const mean = sum / past.length;
  let squares = 0;
  for (const [, value] of past) squares += (value - mean) ** 2;
  return { mean: withoutNoise(mean), deviation: withoutNoise(Math.sqrt(squares / past.length)) };
}
