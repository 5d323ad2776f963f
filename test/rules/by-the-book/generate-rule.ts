/** Random rules: every condition, window and way of life, with lengths and bounds that the random events reach. */

import type { Random } from "../../support/random.ts";
import {
  type Absent,
  type Bounds,
  type Condition,
  day,
  hour,
  type Kind,
  type Length,
  type MeasureName,
  minute,
  type Rule,
  type Step,
  type Test,
  type Window,
} from "./case.ts";
import { isMomentary } from "./rule-parts.ts";

export const kinds: readonly Kind[] = ["added", "changed", "corrected", "lifted"];

/** Whether the events of a case are minutes or days apart. */
export type Pace = "minutes" | "days";

const measures: readonly MeasureName[] = [
  "count",
  "distinct",
  "sum",
  "average",
  "minimum",
  "maximum",
  "percentile",
];

const lengths: Record<Pace, readonly Length[]> = {
  minutes: [10, 20, 30, 60, 120].map((minutes) => ({ ms: minutes * minute })),
  days: [{ ms: 12 * hour }, { ms: day }, { ms: 2 * day }, { bd: 1 }, { bd: 2 }, { bd: 3 }, { bd: 5 }],
};
const spans: Record<Pace, readonly number[]> = {
  minutes: [10 * minute, 30 * minute, hour],
  days: [12 * hour, day, 2 * day, 7 * day],
};

export function randomRule(random: Random, pace: Pace): Rule {
  const conditions = randomConditions(random, pace);
  const canWait = !conditions.some(isMomentary);
  const waits = random.pick(["", "", "", "", "absent", canWait ? "for" : "", canWait ? "for" : ""]);
  const length = () => random.pick(lengths[pace]);
  return {
    on: random.chance(0.8) ? kinds : random.some(kinds),
    ...(random.chance(0.35) && { when: randomTest(random, "flag") }),
    by: random.chance(0.15) ? ["code", "word"] : ["code"],
    clock: random.pick(["published", "published", "published", "occurred", "time"]),
    conditions,
    ...(waits === "for" && { for: length() }),
    ...(waits === "absent" && { absent: randomAbsent(random, pace) }),
    ...(random.chance(0.3) && { until: randomTest(random, random.pick(["flag", "value"])) }),
    ...(random.chance(0.25) && { cooldown: length() }),
    ...(random.chance(0.25) && { flapping: { times: random.pick([2, 2, 3]), within: length() } }),
  };
}

function randomTest(random: Random, field: "flag" | "value"): Test {
  return {
    field,
    is: random.chance(field === "flag" ? 0.7 : 0.5) ? ">=" : "<",
    than: field === "flag" ? 1 : random.pick([0, 1, 2]),
  };
}

function randomAbsent(random: Random, pace: Pace): Absent {
  if (random.chance(0.5)) return { for: random.pick(lengths[pace]) };
  return { by: random.pick(["00:00", "09:00", "18:00", "23:30"]), tradingDays: random.chance(0.5) };
}

function randomConditions(random: Random, pace: Pace): Condition[] {
  const count = random.pick([0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
  const makers = [...measures, "crosses", "moves", "unseen", "spike", "sequence"] as const;
  const left = new Set<(typeof makers)[number]>(makers);
  return Array.from({ length: count }, () => {
    const is = random.pick([...left]);
    left.delete(is);
    return randomCondition(random, pace, is);
  });
}

function randomCondition(random: Random, pace: Pace, is: Condition["is"]): Condition {
  switch (is) {
    case "crosses": {
      const level = random.pick([1, 2]);
      const reset = random.chance(0.5);
      if (random.chance(0.5)) return { is, of: "value", above: level, ...(reset && { reset: level - 1 }) };
      return { is, of: "value", below: level, ...(reset && { reset: level + 1 }) };
    }
    case "moves": {
      const by = random.chance(0.6);
      return {
        is,
        of: "value",
        ...(by && { by: random.pick([1, 2, 3]) }),
        ...((!by || random.chance(0.3)) && { percent: random.pick([50, 100]) }),
        direction: random.pick(["up", "down", "either", "either"]),
        ...(random.chance(0.6) && { since: random.pick(lengths[pace]) }),
      };
    }
    case "unseen":
      return {
        is,
        of: random.pick(["value", "word"]),
        ...(random.chance(0.7) && { within: random.pick(lengths[pace]) }),
      };
    case "spike":
      return randomSpike(random, pace);
    case "sequence":
      return randomSequence(random, pace);
    default:
      return {
        is,
        ...(is === "distinct" && { of: random.pick(["value", "word"] as const) }),
        ...(is !== "count" && is !== "distinct" && { of: "value" as const }),
        ...(is === "percentile" && { rank: random.pick([10, 25, 50, 60, 75, 100]) }),
        within: randomWindow(random, pace),
        bounds: randomBounds(random, is === "count" || is === "distinct"),
      };
  }
}

function randomWindow(random: Random, pace: Pace): Window {
  const form = random.pick(["last", "last", "last", "tumbling", "session"]);
  if (form === "tumbling") return { tumbling: random.pick(spans[pace]) };
  return form === "session" ? { session: random.pick(lengths[pace]) } : { last: random.pick(lengths[pace]) };
}

function randomBounds(random: Random, isCount: boolean): Bounds {
  const low = isCount ? random.pick([1, 2, 2, 3]) : random.pick([0, 0.5, 1, 2, 3]);
  const lower = random.chance(0.7) ? { at_least: low } : { above: low };
  const high = isCount ? random.pick([1, 2, 3]) : random.pick([0, 1, 2, 3]);
  const upper = random.chance(0.7) ? { at_most: high } : { below: high };
  const form = random.pick(["lower", "lower", "upper", "both"]);
  if (form === "both") return { ...lower, at_most: low + 2 };
  return form === "lower" ? lower : upper;
}

function randomSpike(random: Random, pace: Pace): Condition {
  const within = pace === "minutes" ? random.pick([hour, 2 * hour]) : random.pick([day, 2 * day]);
  const days = random.pick([{ ms: day }, { ms: 2 * day }, { bd: 1 }, { bd: 2 }]);
  const against = pace === "days" && random.chance(0.5) ? { days } : { windows: random.pick([1, 1, 2, 3]) };
  return {
    is: "spike",
    ...(random.chance(0.4) && { of: "value" as const }),
    within,
    times: random.pick([1.2, 1.5, 2]),
    against,
    ...(random.chance(0.3) && { at_least: random.pick([1, 2, 3]) }),
    ...(random.chance(0.8) && { usual_at_least: random.pick([0.5, 0.3]) }),
  };
}

function randomSequence(random: Random, pace: Pace): Condition {
  const step = (): Step => ({
    on: random.some(kinds),
    ...(random.chance(0.25) && { when: randomTest(random, "value") }),
  });
  const steps = Array.from({ length: random.pick([2, 2, 2, 3]) }, step);
  return {
    is: "sequence",
    steps,
    ...(random.chance(0.3) && without(random.pick(kinds), steps)),
    within: random.pick(lengths[pace]),
    ordered: random.chance(0.6),
  };
}

function without(kind: Kind, steps: readonly Step[]) {
  return steps.some(({ on }) => on.every((one) => one === kind)) ? {} : { without: { on: [kind] } };
}
