/** `extreme`: a value is a new high or a new low of its own past. */
import * as z from "zod";
import { needs } from "../context/schema-parts.ts";
import { conditionMember, type OfExpression } from "./member.ts";
import { compilePast, createAgainstPast, type Past, pastKeys } from "./past/against-past.ts";

const { of, ...others } = pastKeys(1);

const schema = z
  .strictObject({
    of,
    high: z
      .literal(true)
      .optional()
      .describe("a new high: the value is greater than all earlier ones")
      .meta({ examples: [true] }),
    low: z
      .literal(true)
      .optional()
      .describe("a new low: the value is less than all earlier ones")
      .meta({ examples: [true] }),
    ...others,
  })
  .refine(({ high, low }) => high !== undefined || low !== undefined, {
    error: "`extreme` takes either `high: true` or `low: true`",
  })
  .refine(({ high, low }) => high === undefined || low === undefined, {
    error: "`extreme` takes either `high: true` or `low: true`; for both, `any` takes a map for each",
    path: ["low"],
  })
  .meta({ oneOf: needs(["high", "low"]) });

export const extreme = conditionMember({
  key: "extreme",
  about: "a value is a new high or a new low of its own past",
  examples: [{ of: "now.shortRatio", high: true, within: "250bd", after: 60 }],
  schema,
  borrowed: {
    functions: /^(extreme|new_?(high|low)|record_?(high|low)|highest|lowest)$/i,
    write: "extreme: { of: now.ratio, high: true, within: 250bd }",
  },
  found: ["extreme"],
  isMomentary: () => true,
  events: () => [],
  compile(written, path, around) {
    const made = compilePast(written, path, around);
    return made && createExtreme({ ...made, side: written.high ? "high" : "low" });
  },
  lint: () => true,
});

export interface Extreme
  extends Omit<Parameters<typeof createAgainstPast>[0], "judge" | "measure" | "comparedOf"> {
  readonly of: OfExpression;
  readonly side: "high" | "low";
}

/** A value that equals an earlier one is none. */
export function createExtreme({ side, ...made }: Extreme) {
  const isBeyond = (one: number, other: number) => (side === "high" ? one > other : one < other);
  // The newest of equal ones.
  const extremeOf = (past: Past) => past.reduce((one, other) => (isBeyond(one[1], other[1]) ? one : other));
  return createAgainstPast({
    ...made,
    judge(past, value) {
      const [, extreme] = extremeOf(past);
      return { holds: isBeyond(value, extreme), found: { extreme } };
    },
    measure: (past) => ({ extreme: extremeOf(past)[1] }),
    comparedOf(past) {
      const [at, value] = extremeOf(past);
      return { at, value };
    },
  });
}
