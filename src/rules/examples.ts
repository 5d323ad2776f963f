/** Runs the examples that rules carry: `on` and `when` only, no cooldown, nothing written. */
import { changedFields, type Event } from "../model/event.ts";
import type { CompiledRule, Example } from "./compiled-rule.ts";
import type { ExampleEvent } from "./rule-schema.ts";
import type { CompiledRules } from "./rule-set.ts";

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

/** Whether the rule does what its example says. */
export function runExample(rule: CompiledRule, { expected, event, line, column }: Example): ExampleResult {
  const fires = rule.types.includes(event.type) && holds(rule, exampleEvent(event));
  return { rule: rule.name, file: rule.file, line, column, expected, ok: fires === (expected === "fires") };
}

function holds({ condition, language }: CompiledRule, event: Event): boolean {
  return condition === undefined || condition(language.bind(event));
}

/** A whole event from the part that an example gives. */
export function exampleEvent(example: ExampleEvent): Event {
  const { type, now, was, changed, subject, source, published, occurred, time } = example;
  return {
    specversion: "1.0",
    id: "example",
    source: source ?? "/examples",
    type,
    subject: subject ?? subjectOf(now),
    time: time ?? "2026-01-05T09:00:00.000Z",
    ...(published === undefined ? {} : { published }),
    ...(occurred === undefined ? {} : { occurred }),
    datacontenttype: "application/json",
    data: {
      now,
      ...(was === undefined ? {} : { was, changed: changed ?? changedFields(was, now) }),
      ...(was === undefined && changed !== undefined ? { changed } : {}),
    },
  };
}

function subjectOf({ db, code, source, rule }: Readonly<Record<string, unknown>>): string {
  if (typeof db === "string") return `${db}/${String(code)}`;
  return String(code ?? source ?? rule ?? "");
}
