/** What a rule remembers of one key: its state, how it is kept, and what others may read of it. */
import type { Judging, RuleMemory, TimedFiring } from "../../model/rule.ts";
import type { CompiledRule } from "../compiled-rule.ts";
import type { Given } from "./give-alert.ts";
import type { Held } from "./take-event.ts";
import { holdAt, mayTurn, type Reached, type Turn } from "./turn.ts";
import type { Waited } from "./waiting.ts";

/** What a rule remembers of one key. */
export interface RuleState extends Held, Given, Waited {
  /** When time alone may make the conditions hold. */
  readonly turn?: Turn | undefined;
  /** Where time makes something of what is remembered. */
  readonly reached?: Reached | undefined;
  /** What held until time alone ended it, with what was waited for: an event of before that end may go on with it. */
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
export function heldOfNothing({ over }: CompiledRule, { calendar }: Judging): Held | undefined {
  return mayTurn(over) ? { parts: [], held: holdAt(over, { parts: [] }, 0, calendar) } : undefined;
}

/** Keeps the state of a key, or forgets it where it says no more than that of a key that never was. */
export function keepState(rule: CompiledRule, memory: RuleMemory, state: RuleState, judging: Judging): void {
  // Of a rule that every event fires nothing needs to be known but what is still to be said or to end.
  const held = state.held && (rule.over.conditions.length > 0 || rule.over.lasting !== undefined);
  const isFirst = held === (heldOfNothing(rule, judging)?.held ?? false);
  const said = state.waiting ?? state.turn ?? state.active ?? state.asked?.[0] ?? state.heard;
  const isEmpty = isFirst && said === undefined && state.parts.every((part) => part === null);
  // Field by field: this is done for every event, and a spread takes much longer.
  const { parts, waiting, heard, active, asked, turn, reached, ended } = state;
  const due = Math.min(waiting?.due ?? Number.POSITIVE_INFINITY, turn?.due ?? Number.POSITIVE_INFINITY);
  const body = isEmpty ? undefined : { parts, held, waiting, heard, active, asked, turn, reached, ended };
  judging.remember(memory, body, Number.isFinite(due) ? due : undefined);
}

/** What a rule waits for once it was asked: time may bring its alert about. */
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

/** What a rule said of a key that is not over. */
export function openAlertIn(state: unknown): TimedFiring | undefined {
  return (state as RuleState | undefined)?.active;
}

/** What one of its conditions, by its place, remembers of a key; undefined: nothing. */
export function memoryIn(state: unknown, place: number): unknown {
  return (state as RuleState | undefined)?.parts[place] ?? undefined;
}
