/** Asks all conditions of a rule about an event, and says whether the rule fires. */
import type { Condition, Seen } from "./condition.ts";

/** What a rule with conditions remembers of one key. */
interface RuleState {
  /** Of each condition, in their order; null: nothing. */
  readonly parts: readonly unknown[];
  /** Whether all of them held after the last event. */
  readonly held: boolean;
}

export interface TakenEvent {
  /** undefined: nothing is left to remember. */
  readonly memory: unknown;
  readonly fires: boolean;
  /** What the conditions found, for the texts. */
  readonly found: Readonly<Record<string, number>>;
}

/**
 * A rule fires when its conditions begin to hold together, and again only after one of them has ceased to, by an
 * event or by time. Pure.
 */
export function takeEvent(conditions: readonly Condition[], memory: unknown, seen: Seen): TakenEvent {
  const before = memory as RuleState | undefined;
  const taken = conditions.map((condition, index) => condition.take(before?.parts[index] ?? undefined, seen));
  const wasHeld = before?.held === true && !taken.some(({ lapsed }) => lapsed);
  const counts = taken.every((part) => part.counts);
  const held = counts ? taken.every(({ holds }) => holds) : wasHeld;
  const parts = taken.map((part) => part.memory ?? null);
  const isEmpty = parts.every((part) => part === null);
  return {
    memory: isEmpty ? undefined : ({ parts, held } satisfies RuleState),
    fires: counts && held && !wasHeld,
    found: Object.assign({}, ...taken.map((part) => part.found)),
  };
}
