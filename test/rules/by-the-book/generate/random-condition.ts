/** Random conditions of every kind, with lengths and bounds that the random events reach. */

import type { Random } from "../../../support/random.ts";
import {
  type Bound,
  type Bounds,
  type Condition,
  type Direction,
  day,
  hour,
  type Kind,
  type Length,
  type MeasureName,
  minute,
  type Numeric,
  type Step,
  type Test,
  type Window,
  type Worked,
} from "../case.ts";

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
  "share",
];

export const lengths: Record<Pace, readonly Length[]> = {
  minutes: [10, 20, 30, 60, 120].map((minutes) => ({ ms: minutes * minute })),
  days: [{ ms: 12 * hour }, { ms: day }, { ms: 2 * day }, { bd: 1 }, { bd: 2 }, { bd: 3 }, { bd: 5 }],
};
const spans: Record<Pace, readonly number[]> = {
  minutes: [10 * minute, 30 * minute, hour],
  days: [12 * hour, day, 2 * day, 7 * day],
};
/** A short time and a long one. */
const pairs: Record<Pace, readonly (readonly [Length, Length])[]> = {
  minutes: [
    [{ ms: 10 * minute }, { ms: 30 * minute }],
    [{ ms: 20 * minute }, { ms: hour }],
    [{ ms: 5 * minute }, { ms: 20 * minute }],
  ],
  days: [
    [{ ms: day }, { ms: 2 * day }],
    [{ ms: 12 * hour }, { ms: 3 * day }],
    [{ bd: 1 }, { bd: 3 }],
    [{ bd: 2 }, { bd: 5 }],
  ],
};
const units: Record<Pace, readonly Length[]> = {
  minutes: [{ ms: minute }, { ms: 10 * minute }, { ms: hour }, { bd: 1 }],
  days: [{ ms: 12 * hour }, { ms: day }, { bd: 1 }, { bd: 1 }, { bd: 2 }],
};
const directions: readonly Direction[] = ["up", "down", "either", "either"];

/** The kinds of conditions, so that each is as likely as another. */
export const makers: readonly Condition["is"][] = [
  ...measures,
  ...(["crosses", "moves", "unseen", "spike", "sequence"] as const),
  ...(["extreme", "deviates", "crossover", "streak", "rate"] as const),
];

export function randomTest(random: Random, field: "flag" | "value"): Test {
  if (random.chance(0.08)) return randomWorkedTest(random);
  return {
    field,
    is: random.chance(field === "flag" ? 0.7 : 0.5) ? ">=" : "<",
    than: field === "flag" ? 1 : random.pick([0, 1, 2]),
  };
}

/** A test of days: what is true or false, or a number of trading days. */
function randomWorkedTest(random: Random): Test {
  const is = random.pick([">=", "<"] as const);
  if (random.chance(0.4)) return { field: between(random), is, than: random.pick([-1, 0, 1, 2]) };
  const days = random.pick([-2, -1, 0, 1, 2]);
  const truth = random.pick<Worked>([{ work: "isTradingDay" }, { work: "addTradingDays", days }]);
  return { field: truth, is, than: 1 };
}

function between(random: Random): Worked {
  return { work: "tradingDaysBetween", from: random.pick(["date", "day"]) };
}

function randomNumeric(random: Random): Numeric {
  return random.chance(0.06) ? between(random) : "value";
}

export function randomCondition(random: Random, pace: Pace, is: Condition["is"]): Condition {
  switch (is) {
    case "crosses":
      return randomCrosses(random);
    case "moves": {
      const by = random.chance(0.6);
      return {
        is,
        of: randomNumeric(random),
        ...(by && { by: randomBound(random, random.pick([1, 2, 3]), true) }),
        ...((!by || random.chance(0.3)) && { percent: randomBound(random, random.pick([50, 100]), true) }),
        direction: random.pick(directions),
        ...(random.chance(0.6) && { since: random.pick(lengths[pace]) }),
      };
    }
    case "unseen":
      return {
        is,
        of: random.pick([randomNumeric(random), "word"]),
        ...(random.chance(0.7) && { within: random.pick(lengths[pace]) }),
      };
    case "spike":
      return randomSpike(random, pace);
    case "sequence":
      return randomSequence(random, pace);
    case "extreme":
      return {
        is,
        of: randomNumeric(random),
        side: random.pick(["high", "low"]),
        ...randomPast(random, pace, 1),
      };
    case "deviates": {
      const by = random.pick([0.5, 1, 1, 1.5, 2]);
      return {
        is,
        of: randomNumeric(random),
        by,
        direction: random.pick(directions),
        ...randomPast(random, pace, 2),
      };
    }
    case "crossover": {
      const [fast, slow] = random.pick(pairs[pace]);
      return { is, of: randomNumeric(random), fast, slow, direction: random.pick(directions) };
    }
    case "streak": {
      const times = random.pick([2, 2, 3]);
      if (random.chance(0.5)) return { is, of: randomTest(random, random.pick(["flag", "value"])), times };
      return { is, of: randomNumeric(random), direction: random.pick(["up", "down"]), times };
    }
    case "rate": {
      const per = random.pick(units[pace]);
      return {
        is,
        of: randomNumeric(random),
        per,
        limits: randomBounds(random, [-2, -0.5, 0.5, 1, 2, 6], 4),
      };
    }
    default:
      return randomMeasure(random, pace, is);
  }
}

function randomMeasure(random: Random, pace: Pace, is: MeasureName): Condition {
  const within = randomWindow(random, pace);
  switch (is) {
    case "count":
      return { is, within, bounds: randomBounds(random, [1, 2, 2, 3], 2) };
    case "distinct":
      return {
        is,
        of: random.pick([randomNumeric(random), "word"]),
        within,
        bounds: randomBounds(random, [1, 2, 2, 3], 2),
      };
    case "share": {
      const of = randomTest(random, random.pick(["flag", "value", "value"]));
      return { is, of, within, bounds: randomBounds(random, [25, 50, 50, 60, 75], 20) };
    }
    default: {
      const rank = is === "percentile" && { rank: random.pick([10, 25, 50, 60, 75, 100]) };
      return {
        is,
        of: randomNumeric(random),
        ...rank,
        within,
        bounds: randomBounds(random, [0, 0.5, 1, 2, 3], 2),
      };
    }
  }
}

/** The earlier values that an event is held against; by default at least 20 of them, in a long time. */
function randomPast(random: Random, pace: Pace, least: number): { within: Length; after?: number } {
  if (random.chance(0.2)) return { within: pace === "minutes" ? { ms: 2 * day } : { bd: 60 } };
  return { within: random.pick(lengths[pace].slice(2)), after: random.pick([least, least, 2, 3]) };
}

function randomCrosses(random: Random): Condition {
  const level = randomBound(random, random.pick([1, 2]));
  const reset = random.chance(0.5);
  if (random.chance(0.5)) {
    return {
      is: "crosses",
      of: randomNumeric(random),
      above: level,
      ...(reset && { reset: moved(level, -1) }),
    };
  }
  return { is: "crosses", of: randomNumeric(random), below: level, ...(reset && { reset: moved(level, 1) }) };
}

function moved(bound: Bound, by: number): Bound {
  return typeof bound === "number" ? bound + by : { ...bound, plus: bound.plus + by };
}

/** A number, or now and then one that is worked out with each event and comes near it. */
function randomBound(random: Random, near: number, isPositive = false): Bound {
  if (!random.chance(0.2)) return near;
  if (isPositive || random.chance(0.5)) return { field: "flag", times: random.pick([1, 2]), plus: near };
  return { field: randomNumeric(random), times: random.pick([0.5, 1]), plus: near - random.pick([1, 2]) };
}

function randomWindow(random: Random, pace: Pace): Window {
  const form = random.pick(["last", "last", "last", "tumbling", "session"]);
  if (form === "tumbling") return { tumbling: random.pick(spans[pace]) };
  return form === "session" ? { session: random.pick(lengths[pace]) } : { last: random.pick(lengths[pace]) };
}

function randomBounds(random: Random, levels: readonly number[], range: number): Bounds {
  const low = random.pick(levels);
  const lowest = randomBound(random, low);
  const lower = random.chance(0.7) ? { at_least: lowest } : { above: lowest };
  const highest = randomBound(random, random.pick(levels));
  const upper = random.chance(0.7) ? { at_most: highest } : { below: highest };
  const form = random.pick(["lower", "lower", "upper", "both"]);
  if (form === "both") return { ...lower, at_most: moved(lowest, range) };
  return form === "lower" ? lower : upper;
}

function randomSpike(random: Random, pace: Pace): Condition {
  const within = pace === "minutes" ? random.pick([hour, 2 * hour]) : random.pick([day, 2 * day]);
  const days = random.pick([{ ms: day }, { ms: 2 * day }, { bd: 1 }, { bd: 2 }]);
  const against = pace === "days" && random.chance(0.5) ? { days } : { windows: random.pick([1, 1, 2, 3]) };
  return {
    is: "spike",
    ...(random.chance(0.4) && { of: randomNumeric(random) }),
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
