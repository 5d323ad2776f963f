/** Explains what a rule made of one event, part by part, from its states before and after it. Pure. */
import type { LogEntry } from "../../model/event.ts";
import type { Evaluation } from "../../model/rule.ts";
import { beforeIn, seeing } from "../cel/current.ts";
import { seeCalendar } from "../cel/time-functions.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import {
  type ComparedValue,
  type FoundValues,
  type Look,
  type Seen,
  valuesOf,
  type WrittenCondition,
} from "../conditions/condition.ts";
import { clockMoment } from "../context/clock.ts";
import type { StandingState } from "../standing/standing-state.ts";
import { begin, memoryIn } from "../state/index.ts";
import { alertKeyOf } from "../texts/template.ts";
import { type ConditionPart, partsOf, partsOfCondition } from "./parts.ts";

export type ExplainedPart = { readonly text: string } & ReturnType<ConditionPart["ask"]>;

export interface ExplainedCondition {
  readonly text: string;
  /** Whether it held with the event; undefined: it was not asked, since `when` did not hold or a value is missing. */
  readonly holds: boolean | undefined;
  /** Whether the event played a part: not one without a value that the rule measures, nor one that came too late. */
  readonly counts: boolean;
  /** Whether the event has no value for it. */
  readonly lacksValue: boolean;
  /** The state with the event. */
  readonly look: Look;
  /** Values that the texts of an alert see. */
  readonly found: Readonly<Record<string, number>>;
  /** The earlier value that the event's value was compared with. */
  readonly compared?: ComparedValue | undefined;
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

/** States of a rule for the event's key, as JSON; undefined: none. */
export interface StatesAround {
  readonly before: unknown;
  readonly after: unknown;
}

type Surroundings = Pick<Evaluation, "calendar" | "standing" | "before" | "formsOf">;

/** @param around with the calendar, and what stood at the event */
export function explainEvent(
  rule: CompiledRule,
  entry: LogEntry,
  states: StatesAround,
  around: Surroundings,
): ExplainedEvent {
  const work = () => explain(rule, entry, states, around);
  return seeing(around.standing as StandingState | undefined, work, beforeIn(around, entry.seq));
}

function explain(
  rule: CompiledRule,
  entry: LogEntry,
  { before, after }: StatesAround,
  around: Surroundings,
): ExplainedEvent {
  const { seq, event } = entry;
  const { calendar } = around;
  seeCalendar(calendar);
  const variables = rule.language.bind(event);
  const { over } = rule;
  const holds = (rule.condition ?? over.when)?.(variables) ?? true;
  const seen = { at: clockMoment(event, over.clock), type: event.type, variables, calendar, seq };
  const answered = (parts: readonly ConditionPart[]) =>
    parts.map(({ text, ask }) => ({ text, ...ask(variables) }));
  const isHeard = holds && valuesOf(over.conditions, variables) !== undefined;
  const key = alertKeyOf(rule, variables, event.subject);
  const begun = isHeard ? begin(rule, before, { entry, key, seen }, around) : before;
  return {
    key,
    when: answered(partsOf(rule)),
    holds,
    conditions: over.conditions.flatMap((condition, index) => {
      const states = [memoryIn(begun, index), memoryIn(after, index)] as const;
      return shownOf(condition, states).map(([one, memories]) => {
        const value = one.read?.(variables);
        const lacksValue = one.read !== undefined && value === undefined;
        if (isHeard && !lacksValue) return asked(one, memories, seen, value);
        return { ...unasked(one, memories[0], seen), lacksValue: holds && lacksValue };
      });
    }),
    until: answered(partsOfCondition(over.until, rule.language)),
    ends: over.until?.(variables) === true,
  };
}

/** A condition of a rule, and what it remembers of a key. */
export interface RememberedCondition {
  readonly text: string;
  readonly look: Look;
}

/**
 * What each condition of a rule remembers of a key at a moment, ms since 1970.
 * @param state what is kept of the key
 */
export function rememberedIn(
  { over }: Pick<CompiledRule, "over">,
  state: unknown,
  at: number,
  calendar: Evaluation["calendar"],
): RememberedCondition[] {
  return over.conditions.flatMap((condition, index) => {
    const memory = memoryIn(state, index);
    return shownOf(condition, [memory, memory]).map(([{ text, look }, [own]]) => ({
      text,
      look: look(own, at, calendar),
    }));
  });
}

/** A condition with its states, or those that it is made of with theirs. */
function shownOf(
  condition: WrittenCondition,
  states: readonly [before: unknown, after: unknown],
): (readonly [WrittenCondition, readonly [unknown, unknown]])[] {
  const { members } = condition;
  if (members === undefined) return [[condition, states]];
  const [before, after] = states.map((state) => members.memories(state).flat());
  return members.maps.flat().map((one, place) => [one, [before?.[place], after?.[place]]]);
}

function asked(
  condition: WrittenCondition,
  [before, after]: readonly [unknown, unknown],
  seen: Seen,
  value: ReturnType<NonNullable<WrittenCondition["read"]>>,
): ExplainedCondition {
  const compared = condition.compared?.(before, seen);
  const { holds, counts, found, completed } = condition.take(structuredClone(before), seen, value);
  // Events that are complete with this one are forgotten with it.
  const look = condition.look(completed ?? after, seen.at, seen.calendar);
  return { text: condition.text, holds, counts, lacksValue: false, look, found: numbersOf(found), compared };
}

/** Values that one condition found: it has no other beneath it. */
function numbersOf(found: FoundValues): Readonly<Record<string, number>> {
  const numbers = Object.entries(found).filter(([, value]) => typeof value === "number");
  return Object.fromEntries(numbers) as Record<string, number>;
}

function unasked(
  condition: WrittenCondition,
  before: unknown,
  { at, calendar }: Seen,
): Omit<ExplainedCondition, "lacksValue"> {
  const look = condition.look(before, at, calendar);
  return { text: condition.text, holds: undefined, counts: false, look, found: {} };
}
