/** `rate`: how fast a value moves, by the time since the report before. */
import * as z from "zod";
import { jstDay, type TradingCalendar } from "../../model/dates.ts";
import { type Duration, parseDuration } from "../../model/duration.ts";
import { withoutNoise } from "../../model/numbers.ts";
import { length, needs } from "../context/schema-parts.ts";
import { withBounds } from "./combined/computed-bounds.ts";
import { type EventCondition, lookAt } from "./condition.ts";
import { boundKeys, boundNames, isInBounds, reportBounds, type ValueBounds } from "./measured/bounds.ts";
import { compileOf, conditionMember, type OfExpression, of, rememberedNumber } from "./member.ts";
import { onlyWithEvents } from "./past/against-past.ts";

const schema = z
  .strictObject({
    of,
    per: length("time by which the move is divided", "1bd", "1h"),
    ...boundKeys,
  })
  .refine((written) => boundNames.some((name) => written[name] !== undefined), {
    error: `one of ${boundNames.join(", ")} is needed`,
  })
  .meta({ anyOf: needs(boundNames) });

export const rate = conditionMember({
  key: "rate",
  about: "how much a value moved since the report before, divided by the time between them",
  examples: [{ of: "now.ratio", per: "1bd", at_least: 0.1 }],
  schema,
  borrowed: {
    functions: /^(rate|i?rate|deriv(ative)?|per_?(second|minute|hour|day)|slope|velocity)$/i,
    write: "rate: { of: now.ratio, per: 1bd, at_least: 0.1 }",
  },
  found: ["rate"],
  isMomentary: () => true,
  events: () => [],
  compile(written, path, around) {
    reportBounds(written, "value", path, around.context);
    const of = compileOf(written.of, "number", path, around);
    const per = parseDuration(written.per);
    if (of === undefined || per === undefined) return undefined;
    return withBounds(written, boundNames, { path, around }, (bounds) => createRate({ of, per, bounds }));
  },
  lint: () => true,
});

export interface Rate {
  readonly of: OfExpression;
  readonly per: Duration;
  readonly bounds: ValueBounds;
}

type Value = readonly [at: number, value: number];

interface Memory {
  readonly last: Value;
  /** The last value from which some time passes to `last`: of an earlier moment, or an earlier trading day. */
  readonly earlier?: Value | undefined;
}

/**
 * Each event stands for itself, against the newest value between which and it there is time: on a day on which several
 * come, each is compared with the day before. An event older than the newest plays no part.
 */
export function createRate({ of, per, bounds }: Rate): EventCondition {
  const baseOf = ({ last, earlier }: Memory, at: number, calendar: TradingCalendar) =>
    lengthOf(last[0], at, per, calendar) > 0 ? last : earlier;
  return {
    ...onlyWithEvents,
    read: (variables) => rememberedNumber(of, variables),
    take(memory, { at, calendar }, given) {
      const before = memory as Memory | undefined;
      if (before !== undefined && at < before.last[0])
        return { memory: before, counts: false, holds: false, lapsed: true, found: {} };
      const value = Number(given);
      const earlier = before && baseOf(before, at, calendar);
      const after: Memory = { last: [at, value], earlier };
      const taken = { memory: after, counts: true, lapsed: true };
      if (earlier === undefined) return { ...taken, holds: false, found: {} };
      const rate = withoutNoise((value - earlier[1]) / lengthOf(earlier[0], at, per, calendar));
      return { ...taken, holds: isInBounds(rate, bounds), found: { rate } };
    },
    compared(memory, { at, calendar }) {
      const base = memory === undefined ? undefined : baseOf(memory as Memory, at, calendar);
      return base && { at: base[0], value: base[1] };
    },
    look(memory) {
      const { last } = (memory ?? {}) as Partial<Memory>;
      return last === undefined ? lookAt([], {}) : lookAt([last], { last: last[1] });
    },
  };
}

/** Time between two moments in lengths of `per`. Trading days are those after the first moment's day up to the second's. */
function lengthOf(from: number, to: number, per: Duration, calendar: TradingCalendar): number {
  if ("ms" in per) return (to - from) / per.ms;
  return calendar.countTradingDays(jstDay(from), jstDay(to)) / per.tradingDays;
}
