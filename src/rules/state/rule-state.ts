/** The state of a rule for one key: how an event changes it, how it is kept, and what others may read of it. */
import type { Evaluation, RuleMemory, StateNotes, TimedFiring } from "../../model/rule.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import type { Between, Condition, Seen, Values } from "../conditions/condition.ts";
import type { Given } from "./ask-rule.ts";
import { holdAt, mayTurn, type Reached, type Turn, type Waited } from "./by-time.ts";

/** States of the conditions of a rule for one key. */
export interface Held {
  /** One for each condition, in their order; null: none. */
  readonly parts: readonly unknown[];
  /** Whether all of them held after the last event. */
  readonly held: boolean;
}

export interface TakenEvent extends Held {
  /** Whether the event plays a part in all of them. */
  readonly counts: boolean;
  /** Whether it plays a part in one of them. */
  readonly countsSomewhere: boolean;
  /** Whether they begin to hold. */
  readonly begins: boolean;
  /** Whether one of them had to forget something that still counts. */
  readonly isFull: boolean;
  /** Values that the conditions found, for the texts. */
  readonly found: Readonly<Record<string, number>>;
}

/**
 * A rule fires when its conditions begin to hold together, and again only after one of them has ceased to, by an
 * event or by time. Takes over what `before` remembers, as each condition does.
 * @param lookedAt when was last looked whether they held, where that was not with an event
 */
export function takeEvent(
  conditions: readonly Condition[],
  before: Held | undefined,
  seen: Seen,
  values: Values,
  lookedAt?: number,
): TakenEvent {
  const ceased =
    before?.held === true && cease(conditions, before, { from: lookedAt, to: seen.at }, seen.calendar);
  const taken = conditions.map((condition, index) =>
    condition.take(before?.parts[index] ?? undefined, seen, values[index]),
  );
  // Conditions say whether they lapsed up to the newest event; further on it was looked at.
  const isLookedAt = lookedAt !== undefined && seen.at < lookedAt;
  const lapsed = !isLookedAt && taken.some((part) => part.lapsed);
  const wasHeld = before?.held === true && !ceased && !lapsed;
  const counts = taken.every((part) => part.counts);
  const countsSomewhere = taken.some((part) => part.counts);
  const holds = taken.every((part) => part.holds);
  const held = counts ? holds : wasHeld && (holds || !countsSomewhere);
  return {
    parts: taken.map((part) => part.memory ?? null),
    held,
    counts,
    countsSomewhere,
    begins: counts && held && !wasHeld,
    isFull: taken.some(({ isFull }) => isFull),
    found: taken.length === 1 && taken[0] ? taken[0].found : Object.assign({}, ...taken.map(foundOf)),
  };
}

/** Whether one of the conditions ceases to hold within a time without an event. */
export function cease(
  conditions: readonly Condition[],
  { parts }: Pick<Held, "parts">,
  between: Between,
  calendar: TradingCalendar,
): boolean {
  return conditions.some(({ ceases }, index) => ceases?.(parts[index] ?? undefined, between, calendar));
}

function foundOf({ found }: ReturnType<Condition["take"]>): Readonly<Record<string, number>> {
  return found;
}

/** State of a rule for one key, as it is stored. */
export interface RuleState extends Held, Given, Waited {
  /** When time alone may make the conditions hold. */
  readonly turn?: Turn | undefined;
  /** Time up to which the state was looked at, of a rule that time alone may change. */
  readonly reached?: Reached | undefined;
  /** The wait that time alone ended: a late event of before that end may go on with it. */
  readonly ended?: Pick<Waited, "waiting"> | undefined;
}

/** Whether it remembers anything between events. */
export function remembers({ over }: Pick<CompiledRule, "over">): boolean {
  return (
    over.conditions.length > 0 ||
    over.lasting !== undefined ||
    over.absence !== undefined ||
    over.until !== undefined ||
    over.flapping !== undefined
  );
}

/** Before the first event nothing is in any window, and that may be what the conditions ask for. */
export function heldOfNothing({ over }: CompiledRule, { calendar }: Evaluation): Held | undefined {
  return mayTurn(over) ? { parts: [], held: holdAt(over, { parts: [] }, 0, calendar) } : undefined;
}

/** Keeps the state of a key, or forgets it where it says no more than that of a key that never was. */
export function keepState(
  rule: CompiledRule,
  memory: RuleMemory,
  state: RuleState & Pick<StateNotes, "isFull">,
  evaluation: Evaluation,
): void {
  // A rule that every event fires needs no state but for alerts that are still to be given or to end.
  const held = state.held && (rule.over.conditions.length > 0 || rule.over.lasting !== undefined);
  const isFirst = held === (heldOfNothing(rule, evaluation)?.held ?? false);
  const said = state.waiting ?? state.turn ?? state.active ?? state.asked?.[0] ?? state.heard;
  const isEmpty = isFirst && said === undefined && state.parts.every((part) => part === null);
  // Field by field: this is done for every event, and a spread takes much longer.
  const { parts, waiting, heard, active, asked, turn, reached, ended, isFull = false } = state;
  const due = Math.min(waiting?.due ?? Number.POSITIVE_INFINITY, turn?.due ?? Number.POSITIVE_INFINITY);
  const body = isEmpty ? undefined : { parts, held, waiting, heard, active, asked, turn, reached, ended };
  evaluation.remember(memory, body, { due: Number.isFinite(due) ? due : undefined, isFull });
}

/** A wait of a rule: time may bring its alert about. */
export interface Wait {
  /** The event that the alert will be about. */
  readonly causeSeq: number;
  /** ms since 1970. */
  readonly due: number;
  /** That its windows hold less by then, and not that it still holds, or that nothing comes. */
  readonly isOfWindows: boolean;
}

/** @param state what the rule remembers of a key */
export function waitIn(state: unknown): Wait | undefined {
  const { waiting, turn, held } = (state ?? {}) as Partial<RuleState>;
  if (waiting !== undefined) return { causeSeq: waiting.causeSeq, due: waiting.due, isOfWindows: false };
  if (turn === undefined || held) return undefined;
  return { causeSeq: turn.causeSeq, due: turn.due, isOfWindows: true };
}

/** The open alert in a state. */
export function openAlertIn(state: unknown): TimedFiring | undefined {
  return (state as RuleState | undefined)?.active;
}

/** The state of one condition, by its place; undefined: none. */
export function memoryIn(state: unknown, place: number): unknown {
  return (state as RuleState | undefined)?.parts[place] ?? undefined;
}
