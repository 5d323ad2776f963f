/** What a rule made of one event, part by part, from what it remembered before and after it. Pure. */
import type { LogEntry } from "../model/event.ts";
import type { TradingCalendar } from "../model/trading-calendar.ts";
import { type Part, partsOf, partsOfCondition } from "./cel/parts.ts";
import { momentOf } from "./clock.ts";
import { type CompiledRule, keyOf } from "./compiled-rule.ts";
import {
  type Compared,
  type Look,
  type Seen,
  type Values,
  valuesOf,
  type WrittenCondition,
} from "./conditions/condition.ts";
import { memoryIn } from "./memory/index.ts";

export type ExplainedPart = { readonly text: string } & ReturnType<Part["ask"]>;

export interface ExplainedCondition {
  readonly text: string;
  /** Whether it held with the event; undefined: it was not asked, since `when` did not hold or a value is missing. */
  readonly holds: boolean | undefined;
  /** Whether the event played a part: not one without a value that the rule measures, nor one that came too late. */
  readonly counts: boolean;
  /** Whether the event has no value for it. */
  readonly lacksValue: boolean;
  /** What there was with the event. */
  readonly look: Look;
  /** What the texts of an alert see. */
  readonly found: Readonly<Record<string, number>>;
  /** What the event's value was compared with. */
  readonly compared?: Compared | undefined;
}

export interface ExplainedEvent {
  readonly key: string;
  /** The parts of `when`, and whether it held as a whole. */
  readonly when: readonly ExplainedPart[];
  readonly holds: boolean;
  readonly conditions: readonly ExplainedCondition[];
  /** The parts of `until`, and whether the event ends what is open. */
  readonly until: readonly ExplainedPart[];
  readonly ends: boolean;
}

/** What a rule remembered of the event's key, as JSON; undefined: nothing. */
export interface StatesAround {
  readonly before: unknown;
  readonly after: unknown;
}

export function explainEvent(
  rule: CompiledRule,
  { seq, event }: LogEntry,
  { before, after }: StatesAround,
  calendar: TradingCalendar,
): ExplainedEvent {
  const variables = rule.language.bind(event);
  const { over } = rule;
  const holds = (rule.condition ?? over.when)?.(variables) ?? true;
  const seen = { at: momentOf(event, over.clock), type: event.type, variables, calendar, seq };
  const answered = (parts: readonly Part[]) => parts.map(({ text, ask }) => ({ text, ...ask(variables) }));
  const values = holds ? valuesOf(over.conditions, variables) : undefined;
  return {
    key: keyOf(rule, variables, event.subject),
    when: answered(partsOf(rule)),
    holds,
    conditions: over.conditions.map((condition, index) => {
      const memories = [before, after].map((state) => memoryIn(state, index)) as [unknown, unknown];
      if (values !== undefined) return asked(condition, memories, seen, values[index]);
      const lacksValue = holds && condition.read !== undefined && condition.read(variables) === undefined;
      return { ...unasked(condition, memories[0], seen), lacksValue };
    }),
    until: answered(partsOfCondition(over.until, rule.language)),
    ends: over.until?.(variables) === true,
  };
}

function asked(
  condition: WrittenCondition,
  [before, after]: readonly [unknown, unknown],
  seen: Seen,
  value: Values[number],
): ExplainedCondition {
  const compared = condition.compared?.(before, seen);
  const { holds, counts, found, completed } = condition.take(structuredClone(before), seen, value);
  // Events that are complete with this one are forgotten with it.
  const look = condition.look(completed ?? after, seen.at, seen.calendar);
  return { text: condition.text, holds, counts, lacksValue: false, look, found, compared };
}

function unasked(
  condition: WrittenCondition,
  before: unknown,
  { at, calendar }: Seen,
): Omit<ExplainedCondition, "lacksValue"> {
  const look = condition.look(before, at, calendar);
  return { text: condition.text, holds: undefined, counts: false, look, found: {} };
}
