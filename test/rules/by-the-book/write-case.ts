/** A case as a rule file and a test file have it, with the moments at which what is promised has to be there. */
import { dayName, inJapan } from "./calendar.ts";
import {
  type Case,
  day,
  hour,
  type Length,
  minute,
  type Outcome,
  type Rule,
  type Step,
  type Test,
  type When,
} from "./case.ts";
import { toldMeasures } from "./rule-parts.ts";

const fields = { value: "now.shortChange", word: "now.regulation", flag: "now.longChange", code: "now.code" };

export function ruleOf(name: string, rule: Rule): object {
  const titles = toldMeasures(rule).map(({ is }) => `{{ round(found.${is}, 6) }}`);
  return {
    name,
    on: rule.on.map(typeOf),
    ...(rule.when && { when: celOf(rule.when) }),
    by: rule.by.map((field) => fields[field]),
    clock: rule.clock,
    title: ["{{ now.name }}", ...titles].join(" "),
    ...Object.fromEntries(rule.conditions.map(conditionOf)),
    ...(rule.for && { for: lengthOf(rule.for) }),
    ...(rule.absent && { absent: absentOf(rule.absent) }),
    ...(rule.until && { until: celOf(rule.until) }),
    ...(rule.cooldown && { cooldown: lengthOf(rule.cooldown) }),
    ...(rule.flapping && { flapping: { ...rule.flapping, within: lengthOf(rule.flapping.within) } }),
  };
}

export function testOf(givenCase: Case, outcomes: readonly Outcome[]): object {
  const { name, calendar, happenings, end } = givenCase;
  const moments = [...new Set([...happenings.map(({ seen }) => seen), ...looks(outcomes, end), end])];
  moments.sort((a, b) => a - b);
  const toldIn = outcomes.map((outcome) => {
    if (!outcome.timed) return outcome.moment;
    return moments.find((at) => at > (outcome.after ?? 0) && at >= outcome.moment);
  });
  const steps = moments.map((at) => {
    const events = happenings.filter(({ seen }) => seen === at).map(eventOf);
    const told = outcomes.filter((_, index) => toldIn[index] === at);
    const list = (wanted: Outcome["list"]) => told.filter(({ list }) => list === wanted);
    return {
      at: inJapan(at),
      ...(events.length > 0 && { events }),
      expect: {
        exactly: true,
        alerts: list("alerts").map((outcome) => ({ key: outcome.key, title: titleOf(outcome) })),
        resolved: list("resolved").map((outcome) => ({ key: outcome.key, title: titleOf(outcome) })),
        held_back: list("held_back").map(({ key, reason }) => ({ key, reason })),
      },
    };
  });
  return { name, rules: [name], calendar, steps };
}

/** The moments just before and at which time alone tells something; what was due before, a minute later. */
function looks(outcomes: readonly Outcome[], end: number): number[] {
  return outcomes
    .filter(({ timed }) => timed)
    .flatMap(({ moment, after = 0 }) => (moment > after ? [moment - 1000, moment] : [after + minute]))
    .filter((at) => at <= end);
}

const titleOf = ({ cause, found }: Outcome) => (found === "" ? cause : `${cause} ${found}`);
const typeOf = (kind: string) => `margin.alert.${kind}`;
const celOf = ({ field, is, than }: Test) => `${fields[field]} ${is} ${than}`;
const whenOf = ({ ms, byDay }: When) => (byDay ? dayName(ms) : inJapan(ms));

function lengthOf(length: Length): string {
  if ("bd" in length) return `${length.bd}bd`;
  if (length.ms % day === 0) return `${length.ms / day}d`;
  return length.ms % hour === 0 ? `${length.ms / hour}h` : `${length.ms / minute}m`;
}

function absentOf(absent: NonNullable<Rule["absent"]>): object {
  if ("for" in absent) return { for: lengthOf(absent.for) };
  return { by: absent.by, ...(absent.tradingDays && { on: "trading-days" }) };
}

function stepOf({ on, when }: Step): object {
  return { on: on.map(typeOf), ...(when && { when: celOf(when) }) };
}

function conditionOf(condition: Rule["conditions"][number]): [string, object] {
  const { is } = condition;
  if ("bounds" in condition) {
    const { of, rank, within, bounds } = condition;
    const window =
      "last" in within
        ? lengthOf(within.last)
        : "tumbling" in within
          ? { tumbling: lengthOf({ ms: within.tumbling }) }
          : { session: lengthOf(within.session) };
    return [is, { ...(of && { of: fields[of] }), ...(rank && { rank }), within: window, ...bounds }];
  }
  switch (condition.is) {
    case "crosses":
      return [is, { ...condition, is: undefined, of: fields.value }];
    case "moves": {
      const { since, ...rest } = condition;
      return [is, { ...rest, is: undefined, of: fields.value, ...(since && { since: lengthOf(since) }) }];
    }
    case "unseen": {
      const { of, within } = condition;
      return [is, { of: fields[of], ...(within && { within: lengthOf(within) }) }];
    }
    case "spike": {
      const { of, within, against, is: _, ...rest } = condition;
      const usual = "days" in against ? { days: lengthOf(against.days) } : against;
      return [
        is,
        { ...rest, ...(of && { of: fields[of] }), within: lengthOf({ ms: within }), against: usual },
      ];
    }
    case "sequence": {
      const { steps, without, within, ordered } = condition;
      const between = without && { without: stepOf(without) };
      return [is, { steps: steps.map(stepOf), ...between, within: lengthOf(within), ordered }];
    }
  }
}

function eventOf(happening: Case["happenings"][number]): object {
  const { id, kind, code, value, word, flag, published, occurred } = happening;
  return {
    type: typeOf(kind),
    now: { code, name: id, shortChange: value, longChange: flag, regulation: word },
    ...(published && { published: whenOf(published) }),
    ...(occurred && { occurred: whenOf(occurred) }),
  };
}
