/** Rules as they are compiled: all that is known of one before the first event. */
import type { Duration } from "../model/duration.ts";
import type { EventType } from "../model/event.ts";
import type { Language as Tongue } from "../model/language.ts";
import type { HeardRules } from "./about/heard-rules.ts";
import type { Expression, Predicate } from "./cel/compile-expression.ts";
import type { Language } from "./cel/language.ts";
import type { WrittenCondition } from "./conditions/condition.ts";
import type { ClockName } from "./context/clock.ts";
import type { AlertLife } from "./life/life.ts";
import type { ExampleEvent } from "./schema/example-schema.ts";
import type { ParamForm } from "./schema/params.ts";
import type { ItemIndex } from "./standing/kept-items.ts";
import type { Computed } from "./texts/computed.ts";
import type { RuleData, RuleLabels } from "./texts/labels-and-data.ts";
import type { RuleTexts } from "./texts/texts.ts";

/** A rule ready to be asked. Rules with the same `language` see the same variables of an event. */
export interface CompiledRule {
  readonly name: string;
  /** Else it is checked and gives no alerts. */
  readonly isEnabled: boolean;
  readonly types: readonly EventType[];
  readonly language: Language;
  /** Undefined: every event of the types. */
  readonly condition: Predicate | undefined;
  /** The rules whose alerts it is about; undefined: it is about none. */
  readonly heard: HeardRules | undefined;
  /** Conditions over several events, and the life of the alert. */
  readonly over: OverEvents;
  /** What is taken in before the first event of a key; undefined: nothing. */
  readonly past: RulePast | undefined;
  /** Empty: the event's subject. */
  readonly by: readonly Expression[];
  readonly texts: RuleTexts;
  /** Parts that all alerts share. */
  readonly fixed: RuleLabels["fixed"] & Computed["fixed"];
  readonly computed: Computed;
  readonly labels: RuleLabels;
  /** Undefined: its alerts have the item of their cause. */
  readonly data: RuleData | undefined;
  /** Shortest time between two alerts of one key; undefined: none. */
  readonly cooldown: Duration | undefined;
  /** Time without news after which its alert is over; undefined: the rule says none. */
  readonly resolveAfter: Duration | undefined;
  /** Least time between two messages about one subject; undefined: there is none. */
  readonly gather: Duration | undefined;
  readonly examples: readonly Example[];
  /** Place of the rule in its file. */
  readonly file: string;
  readonly line: number;
  /** The rule as it is written, for people. */
  readonly about: RuleAbout;
}

/** The keys of a rule as its file, its template and the settings say them together. */
export interface RuleAbout {
  /** Its name for people, in each language; absent: it has none. */
  readonly displayName?: Readonly<Record<Tongue, string>> | undefined;
  /** Name for people as it is written, with its `{{ params.NAME }}`: a rule that is made from this one shows its own values. */
  readonly writtenName?: RuleAbout["displayName"];
  /** What it is for, in the rule's own language, and in others. */
  readonly description?: string | undefined;
  readonly descriptions: Readonly<Partial<Record<Tongue, string>>>;
  readonly on: readonly string[];
  readonly when?: string | undefined;
  readonly by: readonly string[];
  /** A severity, or CEL that gives one. */
  readonly severity: string;
  /** Targets, or CEL that gives them. */
  readonly notify: readonly string[];
  readonly cooldown?: string | undefined;
  /** Titles with their `{{ }}`: the rule's own, and those in other languages. */
  readonly title: string;
  readonly titles: Readonly<Partial<Record<Tongue, string>>>;
  /** Its parameters by name, with the values that it has; absent: it has none. */
  readonly params?: Readonly<Record<string, ParamForm>>;
}

export interface OverEvents extends AlertLife {
  /** All must hold. Empty: each event is evaluated by itself. */
  readonly conditions: readonly WrittenCondition[];
  readonly clock: ClockName | undefined;
  /** Hash of what decides what the rule remembers. */
  readonly meaning: string;
}

export interface Example {
  readonly expected: "fires" | "silent";
  /** In the order in which they come; the rule fires for the last, or stays silent for all. */
  readonly events: readonly ExampleEvent[];
  /** Nothing more comes up to then, ms since 1970; the rule may fire by time. */
  readonly at?: number;
  readonly line: number;
  readonly column: number;
}

/** What a rule takes in before the first event of a key. */
export interface RulePast {
  /** One for each source of its events. Empty: it needs no items, or `by` cannot be found by an item alone. */
  readonly indexes: readonly ItemIndex[];
}
