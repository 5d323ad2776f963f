/** What random cases reach: each word of the vocabulary, in how many cases and in how many of those with an alert. */
import { after, isTradingDay } from "./calendar.ts";
import type { Case, Condition, Length, Outcome, Rule } from "./case.ts";
import { conditionsOf } from "./rule-parts.ts";

export interface Reached {
  cases: number;
  fired: number;
}

export function reach(runs: readonly { readonly case: Case; readonly outcomes: readonly Outcome[] }[]) {
  const reached = new Map<string, Reached>();
  for (const { case: one, outcomes } of runs) {
    const fired = outcomes.some(({ list }) => list === "alerts");
    const about = one.watcher
      ? ["about alerts", ...wordsOf(one.watcher).map((word) => `about alerts, ${word}`)]
      : [];
    for (const word of new Set([
      ...wordsOf(one.rule),
      ...about,
      ...wordsOfEvents(one),
      ...wordsOfOutcomes(outcomes),
    ])) {
      const so = reached.get(word) ?? { cases: 0, fired: 0 };
      reached.set(word, { cases: so.cases + 1, fired: so.fired + (fired ? 1 : 0) });
    }
  }
  return reached;
}

/** A line a word, for people. */
export function tableOf(reached: ReadonlyMap<string, Reached>): string {
  const rows = [...reached].sort(([a], [b]) => (a < b ? -1 : 1));
  return rows
    .map(([word, { cases, fired }]) => `${word.padEnd(28)}${cases} cases, ${fired} fired`)
    .join("\n");
}

function wordsOf(rule: Rule): string[] {
  const words = [`clock ${rule.clock}`, `conditions ${conditionsOf(rule).length}`];
  for (const key of ["when", "for", "until", "cooldown", "flapping", "any", "active"] as const) {
    if (rule[key]) words.push(key);
  }
  if (rule.absent) words.push("for" in rule.absent ? "absent for" : "absent by");
  if (rule.by.length > 1) words.push("by two values");
  if (rule.active && rule.absent && "for" in rule.absent) words.push("absent in active hours");
  if (rule.any && rule.for) words.push("any with for");
  if (rule.any && rule.conditions.length > 0) words.push("any beside others");
  if (rule.any?.some((map) => map.length > 1)) words.push("any of two together");
  for (const condition of conditionsOf(rule)) words.push(...wordsOfCondition(condition));
  const maps = [rule.conditions, ...(rule.any ?? [])];
  if (maps.some((map) => new Set(map.map(({ is }) => is)).size < map.length)) words.push("several of a kind");
  if (JSON.stringify(rule).includes('"bd"')) words.push("trading days");
  return words;
}

function wordsOfCondition(condition: Condition): string[] {
  const words: string[] = [condition.is, ...keysOf(condition)];
  if (condition.when) words.push("own when");
  if (JSON.stringify(condition).includes('"plus"')) words.push("computed", `computed ${condition.is}`);
  if (!("bounds" in condition)) return words;
  words.push(`window ${Object.keys(condition.within)[0]}`);
  const { at_most, below } = condition.bounds;
  return at_most === undefined && below === undefined ? words : [...words, "upper bound"];
}

/** Words for what may be said in several ways. */
function keysOf(condition: Condition): string[] {
  const unit = (length: Length) => ("bd" in length ? "trading days" : "time");
  switch (condition.is) {
    case "moves": {
      const words = [condition.since ? "moves since" : "moves to the last"];
      return condition.by && condition.percent ? [...words, "moves by and percent"] : words;
    }
    case "sequence": {
      const words = [condition.ordered ? "sequence ordered" : "sequence unordered"];
      return condition.without ? [...words, "sequence without"] : words;
    }
    case "spike":
      return ["days" in condition.against ? "spike of days" : "spike of windows"];
    case "extreme":
      return [`extreme ${condition.side}`, `extreme of ${unit(condition.within)}`, ...afterOf(condition)];
    case "deviates":
      return [
        `deviates ${condition.direction}`,
        `deviates of ${unit(condition.within)}`,
        ...afterOf(condition),
      ];
    case "crossover":
      return [`crossover ${condition.direction}`, `crossover of ${unit(condition.slow)}`];
    case "streak":
      return [condition.direction ? `streak ${condition.direction}` : "streak of what is true"];
    case "rate":
      return [`rate per ${unit(condition.per)}`];
    default:
      return [];
  }
}

const afterOf = ({ after }: { readonly after?: number }) => (after === undefined ? ["after by default"] : []);

function wordsOfEvents({ happenings, calendar, rule }: Case): string[] {
  const words: string[] = [];
  const said = happenings.map(({ published, occurred }) => published ?? occurred);
  if (said.some((when) => when?.byDay)) words.push("known by day");
  if (said.some((when, index) => when && !when.byDay && when.ms < (happenings[index]?.seen ?? 0)))
    words.push("late");
  const times = happenings.map(({ seen }, index) =>
    rule.clock === "time" ? seen : (said[index]?.ms ?? seen),
  );
  if (times.some((time, index) => time < (times[index - 1] ?? time))) words.push("out of order");
  if (new Set(times).size < times.length) words.push("of one moment");
  if (times.some((time) => !isTradingDay(calendar, time))) words.push("on a day without trading");
  const ends = lengthsOf(rule).flatMap((length) => times.map((time) => after(calendar, time, length)));
  if (ends.some((end) => times.includes(end))) words.push("exactly as old");
  if (happenings.some(({ value }) => value === undefined)) words.push("value missing");
  if (calendar.closed.length + calendar.open.length > 0) words.push("own calendar");
  return words;
}

/** The lengths of time of a rule, wherever they stand in it. */
function lengthsOf(of: unknown): Length[] {
  if (typeof of !== "object" || of === null) return [];
  return "ms" in of || "bd" in of ? [of as Length] : Object.values(of).flatMap(lengthsOf);
}

function wordsOfOutcomes(outcomes: readonly Outcome[]): string[] {
  if (outcomes.length === 0) return ["=> silent"];
  return outcomes.map(({ list, reason, timed, isWatchers }) => {
    if (isWatchers && list === "alerts") return "=> fired about alerts";
    if (list === "held_back") return `=> held back: ${reason}`;
    return list === "resolved" ? "=> resolved" : timed ? "=> fired by time" : "=> fired";
  });
}
