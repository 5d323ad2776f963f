/** Random cases: a rule and events whose gaps are those of its lengths, in time, late, or known by day alone. */

import { Random } from "../../../support/random.ts";
import { dayName, midnightOf } from "../calendar.ts";
import {
  type AlertKind,
  type Case,
  type Condition,
  day,
  type Happening,
  hour,
  type Kind,
  minute,
  type Rule,
  type When,
} from "../case.ts";
import { promised } from "../oracle.ts";
import { conditionsOf } from "../rule-parts.ts";
import { readsWhatStands } from "../worked.ts";
import { kinds, type Pace } from "./random-condition.ts";
import { randomRule } from "./random-rule.ts";
import { randomSight, withReports, withStanding } from "./random-standing.ts";

/** The midnight in Japan with which a Thursday begins. */
const thursday = Date.UTC(2026, 10, 11, 15);

type Lateness = "none" | "moments" | "days";

/** A case by its number; of several of which nothing would be told, the last one. */
export function randomCase(seed: number, number: number): Case {
  const random = new Random(Math.imul(seed, 0x9e3779b1) + number);
  const name = `case-${seed}-${number}`;
  const pace: Pace = random.pick(["minutes", "days"]);
  const plain = withKnownKinds(randomRule(random, pace));
  const rule = random.chance(0.2) ? withStanding(random, plain, name) : plain;
  const watcher = random.chance(0.12) && { watcher: aboutAlerts(withKnownKinds(randomRule(random, pace))) };
  const isLoaded = rule.absent?.expected !== undefined && random.chance(0.85);
  const randomOne = () => ({ ...randomEvents(random, name, rule, pace, isLoaded), ...watcher });
  let one = randomOne();
  for (let more = 5; more > 0 && !promised(one).outcomes.some(({ list }) => list === "alerts"); more--) {
    one = randomOne();
  }
  return one;
}

function randomEvents(random: Random, name: string, rule: Rule, pace: Pace, isLoaded: boolean): Case {
  const lateness: Lateness = random.pick(["none", "none", "moments", "days"]);
  const reads = readsWhatStands(rule);
  const own = randomHappenings(random, rule, pace, lateness);
  const happenings = reads ? withReports(random, own) : own;
  const loaded = isLoaded ? randomLoad(random, happenings) : undefined;
  const first = Math.min(happenings[0]?.seen ?? thursday, loaded ?? thursday);
  const last = happenings.at(-1)?.seen ?? thursday;
  return {
    name,
    rule,
    ...(reads && { sight: randomSight(random, first) }),
    ...(loaded !== undefined && { loaded }),
    calendar: {
      closed: random.chance(0.3) ? [random.pick(["2026-11-13", "2026-11-16", "2026-11-17"])] : [],
      open: random.chance(0.2) ? ["2026-11-14"] : [],
    },
    happenings,
    end: last + (pace === "minutes" ? 5 * hour : 8 * day),
  };
}

/** With the first event, before it, or with a later one. */
function randomLoad(random: Random, happenings: readonly Happening[]): number {
  if (random.chance(0.3)) return random.pick(happenings).seen;
  return thursday - random.pick([0, 0, 30 * minute, 12 * hour]);
}

/** Steps are of types that the rule has. */
function withKnownKinds(rule: Rule): Rule {
  const hasSequence = conditionsOf(rule).some(({ is }) => is === "sequence");
  return hasSequence ? { ...rule, on: kinds } : rule;
}

/** A rule about alerts instead: each kind of event stands for alerts that are given, or for those that are over. */
function aboutAlerts(rule: Rule): Rule {
  const alertKinds: Record<string, AlertKind> = {
    ...{ added: "fired", changed: "fired", corrected: "resolved", lifted: "resolved" },
  };
  return JSON.parse(JSON.stringify(rule), (key, value) => {
    if (key === "on") return [...new Set(value.map((kind: Kind) => alertKinds[kind]))];
    // Alerts have no days, and none of them is expected.
    if (key === "before" || key === "expected") return undefined;
    return typeof value === "object" && "work" in value ? "value" : value;
  });
}

function randomHappenings(random: Random, rule: Rule, pace: Pace, lateness: Lateness): Happening[] {
  const gaps =
    pace === "minutes" ? [0, 1, 5, 5, 10, 10, 20, 30, 61] : [0, 60, 360, 720, 720, 1440, 1440, 2880];
  const seconds = random.chance(0.15) ? [0, 20, 59] : [0];
  const kindsHere: readonly Kind[] = random.chance(0.8) ? kinds : random.some(kinds);
  const codes = random.pick([["7203"], ["7203"], ["7203"], ["7203", "6758"]]);
  const gapShare = random.pick([0, 0, 0.1, 0.25]);
  const needsMany = conditionsOf(rule).some((condition) => asksForMany(condition));
  const length = needsMany ? 30 : random.pick([6, 8, 10, 14, 18]);
  const slope = random.pick(needsMany ? [0.5, -0.5] : [0, 0, 0, 0, 0.5, -0.5]);
  const needsDays = rule.before !== undefined || JSON.stringify(rule).includes('"work"');
  const soon = [0, 1, 2].map(() => random.below(12) - 1);
  let seen = thursday + random.pick([0, 9 * hour, 23.5 * hour, day + 9 * hour, 2 * day + 12 * hour]);
  return Array.from({ length }, (_, index) => {
    if (index > 0) seen += random.pick(gaps) * minute + random.pick(seconds) * 1000;
    if (pace === "days" && random.chance(0.1)) seen = midnightOf(seen) + day;
    return {
      id: `e${index}`,
      kind: random.pick(kindsHere),
      code: random.pick(codes),
      ...(!random.chance(gapShare) && {
        value: random.pick([-3, -1, 0, 0.5, 1, 1.5, 2, 3, 5, 8]) + slope * index,
      }),
      ...(!random.chance(gapShare) && { word: random.pick(["x", "y", "z"]) }),
      ...(!random.chance(gapShare) && { flag: random.pick([0, 1, 1, 1]) }),
      ...(needsDays && randomDays(random, soon)),
      seen,
      ...said(random, rule, pace, lateness, seen),
    };
  });
}

/** A date, a text that is none, or nothing; and a day. */
function randomDays(random: Random, soon: readonly number[]): Pick<Happening, "date" | "day"> {
  const nameOf = (days: number) => dayName(thursday + days * day);
  const none = random.pick(["soon", "2026-11-31", "2026-11-8"]);
  const date = random.chance(0.1) ? none : nameOf(random.pick(soon));
  return {
    ...(!random.chance(0.07) && { date }),
    ...(!random.chance(0.07) && { day: nameOf(random.below(9)) }),
  };
}

/** Whether a condition needs twenty earlier values, as it does by default. */
function asksForMany(condition: Condition): boolean {
  return (condition.is === "extreme" || condition.is === "deviates") && condition.after === undefined;
}

/** What an event says of its time, for the rule's clock. */
function said(random: Random, { clock }: Rule, pace: Pace, lateness: Lateness, seen: number) {
  if (lateness === "none" || (lateness === "moments" && random.chance(0.1))) return {};
  const unit = pace === "minutes" ? minute : hour;
  const when: When =
    lateness === "days"
      ? { ms: midnightOf(seen) - random.pick([0, 0, 1, 1, 2, 5]) * day, byDay: true }
      : { ms: seen - random.pick([0, 0, 1, 5, 10, 20, 30, 60]) * unit, byDay: false };
  return clock === "occurred" ? { occurred: when } : { published: when };
}
