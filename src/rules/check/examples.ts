/** Runs the examples that rules carry: all that a rule says but for its cooldown; nothing is written. */
import { changedFields, type Event, type LogEntry } from "../../model/event.ts";
import type { DueMemory, Evaluation, Firing, TimedFiring } from "../../model/rule.ts";
import type { Standing } from "../../model/standing.ts";
import { isAbout } from "../about/heard-rules.ts";
import { sharingSteps } from "../cel/meter.ts";
import { surroundingsOf, variablesOf } from "../cel/surroundings.ts";
import type { CompiledRule, Example } from "../compiled-rule.ts";
import type { CompiledRules } from "../rule-set.ts";
import { defaultTime, type ExampleEvent, repeatedEvents } from "../schema/example-schema.ts";
import { createExampleStanding } from "../standing/example-standing.ts";
import { askRule, createMemory, expectAll, type Memory, passMoment } from "../state/index.ts";

export interface ExampleResult {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly expected: "fires" | "silent";
  readonly ok: boolean;
}

export function runExamples({ rules }: CompiledRules): ExampleResult[] {
  return rules.flatMap((rule) => rule.examples.map((example) => runExample(rule, example)));
}

/** Whether a rule says anything about an event, or by time. */
export interface RuleAnswers {
  match(entry: LogEntry, evaluation: Evaluation): boolean;
  pass(due: DueMemory, evaluation: Evaluation): boolean;
}

/**
 * Whether the rule does what its example says, beginning with an empty memory.
 * @param asked what answers for the rule; by default itself
 */
export function runExample(
  rule: CompiledRule,
  { expected, events, at, line, column }: Example,
  asked: RuleAnswers = askedOf(rule),
): ExampleResult {
  const said = replay(asked, events, rule, at);
  const fires = expected === "fires" ? said.last : said.any;
  return { rule: rule.name, file: rule.file, line, column, expected, ok: fires === (expected === "fires") };
}

const mostPasses = 1_000;

/** Whether the rule fires at all, and for the last event or, with a moment after it, by then. */
function replay(
  asked: RuleAnswers,
  events: readonly ExampleEvent[],
  { language }: CompiledRule,
  at?: number,
) {
  const standing = createExampleStanding({ sources: language.stands?.sources ?? new Map() });
  const memory = { ...createMemory(), standing: standing as unknown as Standing };
  const passing = (until: number) => passTime(asked, memory, until);
  const fired = events.flatMap(repeatedEvents).map((given, index) => {
    const event = exampleEvent(given);
    const time = Date.parse(event.time);
    const byTime = passing(time);
    standing.give(given);
    memory.moveTo(time);
    const entry = { seq: index + 1, event };
    memory.saw(entry);
    return { byTime, byEvent: asked.match(entry, memory) };
  });
  const after = at !== undefined && passing(at);
  const any = after || fired.some(({ byTime, byEvent }) => byTime || byEvent);
  return { any, last: at === undefined ? fired.at(-1)?.byEvent === true : after };
}

/** The last alert that a rule gives for an example, with its cause; undefined: it gives none. */
export function exampleAlert(
  rule: CompiledRule,
  example: Example,
): { readonly firing: Firing; readonly cause: LogEntry } | undefined {
  const causes = new Map<number, LogEntry>();
  let last: TimedFiring | undefined;
  const own = askedOf(rule, (given) => {
    last = given;
  });
  runExample(rule, example, {
    ...own,
    match(entry, evaluation) {
      causes.set(entry.seq, entry);
      return own.match(entry, evaluation);
    },
  });
  const cause = last && causes.get(last.causeSeq);
  return last && cause && { firing: last.firing, cause };
}

/** @param hear is told of each alert */
function askedOf(rule: CompiledRule, hear: (given: TimedFiring) => void = () => {}): RuleAnswers {
  const { condition } = rule;
  return {
    match(entry, evaluation) {
      const around = surroundingsOf(evaluation, entry.seq);
      if (entry.event.type === "rules.loaded") expectAll(rule, entry, evaluation);
      if (!isAbout(rule, entry.event)) return false;
      const variables = variablesOf(entry.event, around);
      if (condition !== undefined && !condition(variables)) return false;
      const firing = sharingSteps(around.meter, () => askRule(rule, entry, variables, evaluation));
      if (firing === undefined || firing.resolved !== undefined) return false;
      hear({ firing, causeSeq: entry.seq });
      return true;
    },
    pass(due, evaluation) {
      const given = passMoment(rule, due, evaluation);
      if (given !== undefined) hear(given);
      return given !== undefined;
    },
  };
}

/** Passes time up to a moment without an event; answers whether the rule gave an alert. */
function passTime(asked: RuleAnswers, memory: Memory, until: number): boolean {
  let fires = false;
  let due = memory.due(until);
  // A daily absence is told each day: an example of a thousand years would never end.
  for (let passes = 0; due !== undefined && passes < mostPasses; passes += 1) {
    memory.moveTo(due.due);
    if (asked.pass(due, memory)) fires = true;
    due = memory.due(until);
  }
  return fires;
}

/** A whole event from the part that an example gives. */
export function exampleEvent(example: ExampleEvent): Event {
  const { type, now, was, changed, subject, source, published, occurred, time, simulated } = example;
  return {
    specversion: "1.0",
    id: "example",
    source: source ?? "/examples",
    type,
    subject: subject ?? subjectOf(now),
    time: new Date(time ?? defaultTime).toISOString(),
    ...(published === undefined ? {} : { published }),
    ...(occurred === undefined ? {} : { occurred }),
    ...(simulated && { simulated }),
    datacontenttype: "application/json",
    data: {
      now,
      ...(was === undefined ? {} : { was, changed: changed ?? changedFields(was, now) }),
      ...(was === undefined && changed !== undefined ? { changed } : {}),
    },
  };
}

function subjectOf({ db, code, source, rule, cause }: Readonly<Record<string, unknown>>): string {
  const { subject } = (cause ?? {}) as { readonly subject?: unknown };
  if (typeof subject === "string") return subject;
  if (typeof db === "string") return `${db}/${String(code)}`;
  return String(code ?? source ?? rule ?? "");
}
