import { tameLine, tameLines } from "../lib/text/tame.ts";
import type { EventType } from "../model/event-types.ts";
import type { Firing } from "../model/rule.ts";
import type { Condition, Expression } from "./cel/compile-expression.ts";
import type { Language, Variables } from "./cel/language.ts";
import type { ExampleEvent } from "./rule-schema.ts";
import { shown, type Template } from "./template.ts";

/** A rule ready to be asked. Rules with the same `language` see the same variables of an event. */
export interface CompiledRule {
  readonly name: string;
  readonly types: readonly EventType[];
  readonly language: Language;
  /** Undefined: every event of the types. */
  readonly condition: Condition | undefined;
  /** Empty: the event's subject. */
  readonly by: readonly Expression[];
  readonly title: Template;
  readonly body: Template;
  readonly fixed: Pick<Firing, "severity" | "labels" | "notify" | "cooldown">;
  readonly examples: readonly Example[];
  /** Where the rule stands. */
  readonly file: string;
  readonly line: number;
}

export interface Example {
  readonly expected: "fires" | "silent";
  readonly event: ExampleEvent;
  readonly line: number;
  readonly column: number;
}

const longest = { title: 200, body: 10_000, key: 300 };

/** What a rule whose condition holds says of the event. */
export function fire(rule: CompiledRule, variables: Variables, subject: string): Firing {
  return {
    rule: rule.name,
    key: key(rule, variables, subject),
    title: tameLine(rule.title(variables), longest.title) || rule.name,
    body: tameLines(rule.body(variables), longest.body),
    ...rule.fixed,
  };
}

function key({ by }: CompiledRule, variables: Variables, subject: string): string {
  if (by.length === 0) return tameLine(subject, longest.key);
  // A bar inside a value would make two different combinations one key.
  const values = by.map((value) => shown(value.evaluate(variables)).replaceAll("|", "¦"));
  return tameLine(values.join("|"), longest.key);
}
