/** What random cases reach: each word of the vocabulary, in how many cases and in how many of those with an alert. */
import type { Case, Outcome, Rule } from "./case.ts";

export interface Reached {
  cases: number;
  fired: number;
}

export function reach(runs: readonly { readonly case: Case; readonly outcomes: readonly Outcome[] }[]) {
  const reached = new Map<string, Reached>();
  for (const { case: one, outcomes } of runs) {
    const fired = outcomes.some(({ list }) => list === "alerts");
    for (const word of new Set([...wordsOf(one.rule), ...wordsOfEvents(one), ...wordsOfOutcomes(outcomes)])) {
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
  const words = [`clock ${rule.clock}`, `conditions ${rule.conditions.length}`];
  for (const key of ["when", "for", "until", "cooldown", "flapping"] as const) if (rule[key]) words.push(key);
  if (rule.absent) words.push("for" in rule.absent ? "absent for" : "absent by");
  if (rule.by.length > 1) words.push("by two values");
  for (const condition of rule.conditions) {
    words.push(condition.is);
    if (condition.is === "moves") words.push(condition.since ? "moves since" : "moves to the last");
    if (condition.is === "moves" && condition.by && condition.percent) words.push("moves by and percent");
    if (condition.is === "sequence")
      words.push(condition.ordered ? "sequence ordered" : "sequence unordered");
    if (condition.is === "sequence" && condition.without) words.push("sequence without");
    if (condition.is === "spike")
      words.push("days" in condition.against ? "spike of days" : "spike of windows");
    if (!("bounds" in condition)) continue;
    words.push(`window ${Object.keys(condition.within)[0]}`);
    if (condition.bounds.at_most !== undefined || condition.bounds.below !== undefined)
      words.push("upper bound");
  }
  if (JSON.stringify(rule).includes('"bd"')) words.push("trading days");
  return words;
}

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
  if (happenings.some(({ value }) => value === undefined)) words.push("value missing");
  if (calendar.closed.length + calendar.open.length > 0) words.push("own calendar");
  return words;
}

function wordsOfOutcomes(outcomes: readonly Outcome[]): string[] {
  if (outcomes.length === 0) return ["=> silent"];
  return outcomes.map(({ list, reason, timed }) => {
    if (list === "held_back") return `=> held back: ${reason}`;
    return list === "resolved" ? "=> resolved" : timed ? "=> fired by time" : "=> fired";
  });
}
