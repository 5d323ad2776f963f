/** Random rules: every way of life, and conditions alone, together, under names and in maps. */

import type { Random } from "../../../support/random.ts";
import { type Absent, type Active, type Condition, day, type Length, type Rule } from "../case.ts";
import { conditionsOf, isMomentary } from "../rule-parts.ts";
import { kinds, lengths, makers, type Pace, randomCondition, randomTest } from "./random-condition.ts";

const daysBefore: readonly Length[] = [
  { ms: day },
  { ms: 2 * day },
  { ms: 7 * day },
  { bd: 1 },
  { bd: 2 },
  { bd: 3 },
];

export function randomRule(random: Random, pace: Pace): Rule {
  const asked = randomConditions(random, pace);
  const canWait = !conditionsOf(asked).some(isMomentary);
  const waits = random.pick(["", "", "", "", "absent", "absent", canWait ? "for" : "", canWait ? "for" : ""]);
  const reminds = pace === "days" && waits === "" && random.chance(0.35);
  const hasHours = random.chance(0.2);
  const length = () => random.pick(lengths[pace]);
  return {
    on: random.chance(0.8) ? kinds : random.some(kinds),
    ...(random.chance(0.35) && { when: randomTest(random, "flag") }),
    by: random.pick([["code"], ["code"], ["code"], ["code"], ["code", "word"], []]),
    clock: random.pick(["published", "published", "published", "occurred", "time"]),
    ...asked,
    ...(waits === "for" && { for: length() }),
    ...(waits === "absent" && randomAbsence(random, pace, hasHours)),
    ...(reminds && { before: { days: random.pick(daysBefore) } }),
    ...(random.chance(0.3) && { until: randomTest(random, random.pick(["flag", "value"])) }),
    ...(hasHours && { active: randomHours(random) }),
    ...(random.chance(0.25) && { cooldown: length() }),
    ...(random.chance(0.25) && { flapping: { times: random.pick([2, 2, 3]), within: length() } }),
  };
}

function randomHours(random: Random): Active {
  const between = random.pick([
    ["09:00", "15:30"],
    ["00:00", "12:00"],
    ["08:30", "23:59"],
  ] as const);
  return { between, tradingDays: random.chance(0.5) };
}

/** Now and then of values that are expected, which are those of one field. */
function randomAbsence(random: Random, pace: Pace, hasHours: boolean): Partial<Rule> {
  const absent = randomAbsent(random, pace, hasHours);
  if (random.chance(0.4)) return { absent };
  if (random.chance(0.3))
    return { by: ["word"], absent: { ...absent, expected: random.some(["x", "y", "w"]) } };
  const expected = random.some(["7203", "6758", "9984"]);
  return { by: random.pick([["code"], []]), absent: { ...absent, expected } };
}

function randomAbsent(random: Random, pace: Pace, hasHours: boolean): Absent {
  if (random.chance(0.5)) return { for: random.pick(lengths[pace]) };
  // With active hours the time has to be in all of them.
  const times = hasHours ? ["09:00", "11:30"] : ["00:00", "09:00", "18:00", "23:30"];
  return { by: random.pick(times), tradingDays: random.chance(0.5) };
}

/** One, several, or several of one kind under names; some of them in maps of `any`. */
function randomConditions(random: Random, pace: Pace): Pick<Rule, "conditions" | "any"> {
  const count = random.pick([0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3]);
  const hasAny = random.chance(0.15);
  if (!hasAny) return { conditions: apart(randomMap(random, pace, count), "c") };
  const maps = Array.from({ length: random.pick([2, 2, 3]) }, () =>
    randomMap(random, pace, random.pick([1, 1, 1, 2])),
  );
  return {
    conditions: apart(randomMap(random, pace, random.pick([0, 0, 0, 1])), "c"),
    any: maps.map((map, index) => apart(map, `m${index}`)),
  };
}

function randomMap(random: Random, pace: Pace, count: number): Condition[] {
  const left = new Set(makers);
  const ofOneKind = random.chance(0.2);
  const all = Array.from({ length: count }, () => {
    const is = random.pick([...left]);
    if (!ofOneKind) left.delete(is);
    else for (const other of left) if (other !== is) left.delete(other);
    return randomCondition(random, pace, is);
  });
  return all.map((condition) =>
    random.chance(0.2)
      ? { ...condition, when: randomTest(random, random.pick(["flag", "value"])) }
      : condition,
  );
}

/** Names where several are of one kind, and where several maps might find values of one name. */
function apart(conditions: readonly Condition[], prefix: string): Condition[] {
  const isUnique = ({ is }: Condition) => conditions.filter((other) => other.is === is).length === 1;
  return conditions.map((condition, index) =>
    prefix === "c" && isUnique(condition) ? condition : { ...condition, name: `${prefix}_${index}` },
  );
}
