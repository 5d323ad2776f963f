/** Asks all conditions of a rule about an event, and says whether the rule fires. */
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { Between, Condition, Seen, Values } from "../conditions/condition.ts";

/** What the conditions of a rule remember of one key. */
export interface Held {
  /** Of each condition, in their order; null: nothing. */
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
  /** What the conditions found, for the texts. */
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
