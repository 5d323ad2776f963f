/** What random cases reach: each word of the vocabulary, in how many cases and in how many of those with an alert. */
import { after, isDay, isTradingDay } from "./calendar.ts";
import type { Case, Condition, Happening, Length, Outcome, Rule, Worked } from "./case.ts";
import { conditionsOf } from "./rule-parts.ts";
import { workedOf } from "./worked.ts";

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
      ...wordsOfOutcomes(one.rule, outcomes),
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
  if (rule.absent?.expected) words.push("expected", `expected, by ${rule.by[0] ?? "subject"}`);
  if (rule.before) words.push("bd" in rule.before.days ? "before in trading days" : "before in time");
  if (rule.before && conditionsOf(rule).length > 0) words.push("before with conditions");
  words.push(...workedOf(rule).flatMap(wordsOfWorked));
  if (rule.by.length === 0) words.push("by the subject");
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

function wordsOfWorked(worked: Worked): string[] {
  if (worked.work === "latest") return [`latest of ${worked.source}`];
  if (worked.work !== "standing") return [worked.work];
  const { of, measure, when, by, key, rank, nth, reads } = worked.standing;
  const words = [`standing of ${of}`, `standing ${measure}`];
  if (when) words.push("standing when");
  if (by) words.push(by.length === 0 ? "standing of all" : "standing by");
  if (key) words.push("standing key");
  if (nth) words.push("standing nth");
  if (reads?.state === "was") words.push("standing was");
  return rank ? [...words, `standing rank ${rank}`] : words;
}

function wordsOfCondition(condition: Condition): string[] {
  const words: string[] = [condition.is, ...keysOf(condition)];
  if (condition.when) words.push("own when");
  if ("of" in condition && typeof condition.of === "object") {
    if ("work" in condition.of) words.push(`of ${condition.of.work}`);
  }
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
  if (happenings.some(({ value, seller }) => value === undefined && !seller)) words.push("value missing");
  if (happenings.some(({ seller }) => seller)) words.push("reports between");
  if (rule.before) words.push(...wordsOfDates(happenings));
  if (calendar.closed.length + calendar.open.length > 0) words.push("own calendar");
  return words;
}

function wordsOfDates(happenings: readonly Happening[]): string[] {
  const dates = happenings.map(({ date }) => date);
  const words = dates.some((date, index) => date && dates.indexOf(date) < index) ? ["a date again"] : [];
  if (dates.includes(undefined)) words.push("no date");
  if (dates.some((date) => date && !isDay(date))) words.push("a date that is none");
  return words;
}

/** The lengths of time of a rule, wherever they stand in it. */
function lengthsOf(of: unknown): Length[] {
  if (typeof of !== "object" || of === null) return [];
  return "ms" in of || "bd" in of ? [of as Length] : Object.values(of).flatMap(lengthsOf);
}

function wordsOfOutcomes({ before }: Rule, outcomes: readonly Outcome[]): string[] {
  if (outcomes.length === 0) return ["=> silent"];
  return outcomes.map(({ list, reason, timed, isWatchers, moment, after, cause }) => {
    if (isWatchers && list === "alerts") return "=> fired about alerts";
    if (list === "held_back") return `=> held back: ${reason}`;
    if (list === "alerts" && before) return moment === after ? "=> reminded at once" : "=> reminded";
    if (list === "alerts" && cause === "–") return "=> fired of what never came";
    return list === "resolved" ? "=> resolved" : timed ? "=> fired by time" : "=> fired";
  });
}
