/** Conditions that are asked together: how an event changes them, and whether all hold at a moment without one. */
import type { TradingCalendar } from "../../../model/dates.ts";
import type { Between, FoundValues, Seen, TakenByCondition, Values, WrittenCondition } from "../condition.ts";

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
  /** Whether something beside these conditions may begin with it: it comes too late for none of them. */
  readonly mayBegin: boolean;
  /** Whether all hold, each as of the newest event that counts for it. */
  readonly holds: boolean;
  /** Whether they begin to hold. */
  readonly begins: boolean;
  /** Whether one of them had to forget something that still counts. */
  readonly isFull: boolean;
  /** Values that the conditions found, for the texts. */
  readonly found: FoundValues;
}

/**
 * A rule fires when its conditions begin to hold together, and again only after one of them has ceased to, by an
 * event or by time. Takes over what `before` remembers, as each condition does.
 * @param lookedAt when was last looked whether they held, where that was not with an event
 */
export function takeEvent(
  conditions: readonly WrittenCondition[],
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
  const countsSomewhere = taken.some((part) => part.counts);
  // Without conditions each event counts.
  if (!countsSomewhere && taken.length > 0) return unchanged(conditions, before, taken);
  const counts = taken.every((part) => (part.counts || part.isApart) && !part.bars);
  const holds = taken.every((part) => part.holds);
  const held = holds && (counts || wasHeld);
  return {
    parts: taken.map((part) => part.memory ?? null),
    held,
    counts,
    countsSomewhere,
    mayBegin: counts,
    holds,
    begins: counts && held && !wasHeld,
    isFull: taken.some(({ isFull }) => isFull),
    found: foundOf(conditions, taken),
  };
}

/** An event that counts for nothing: up to its time nothing was looked at, so that nothing stopped up to then either. */
function unchanged(
  conditions: readonly WrittenCondition[],
  before: Held | undefined,
  taken: readonly TakenByCondition[],
): TakenEvent {
  const isLasting = conditions.every(({ holdsAt }) => holdsAt !== undefined);
  return {
    // What comes too late for a spike may still be part of what is usual.
    parts: taken.map((part, index) => (part.isApart ? before?.parts[index] : part.memory) ?? null),
    held: before?.held === true && isLasting,
    counts: false,
    countsSomewhere: false,
    mayBegin: taken.every(({ isApart, bars }) => isApart && !bars),
    holds: taken.every(({ holds }) => holds),
    begins: false,
    isFull: taken.some(({ isFull }) => isFull),
    found: foundOf(conditions, taken),
  };
}

/** Values that conditions found, those of one with a name under it. */
function foundOf(
  conditions: readonly WrittenCondition[],
  taken: readonly Pick<TakenByCondition, "found">[],
): FoundValues {
  const [first] = taken;
  if (taken.length === 1 && first !== undefined && conditions[0]?.name === undefined) return first.found;
  const found: Record<string, FoundValues[string]> = {};
  for (const [index, { found: own }] of taken.entries()) addFound(found, conditions[index], own);
  return found;
}

/** Values that conditions find at a moment without an event. */
export function foundAt(
  conditions: readonly WrittenCondition[],
  { parts }: Pick<Held, "parts">,
  at: number,
  calendar: TradingCalendar,
): FoundValues {
  const found: Record<string, FoundValues[string]> = {};
  for (const [index, condition] of conditions.entries())
    addFound(found, condition, condition.foundAt?.(parts[index] ?? undefined, at, calendar));
  return found;
}

function addFound(
  found: Record<string, FoundValues[string]>,
  condition: WrittenCondition | undefined,
  own: FoundValues | undefined,
): void {
  const name = condition?.name;
  if (name === undefined) Object.assign(found, own);
  else found[name] = Object.assign({}, found[name], own);
}

/** Whether one of the conditions ceases to hold within a time without an event. */
export function cease(
  conditions: readonly WrittenCondition[],
  { parts }: Pick<Held, "parts">,
  between: Between,
  calendar: TradingCalendar,
): boolean {
  return conditions.some(({ ceases }, index) => ceases?.(parts[index] ?? undefined, between, calendar));
}

/** Whether all conditions hold at a moment without another event. */
export function holdAt(
  conditions: readonly WrittenCondition[],
  { parts }: Pick<Held, "parts">,
  at: number,
  calendar: TradingCalendar,
): boolean {
  return conditions.every(
    (condition, index) => condition.holdsAt?.(parts[index] ?? undefined, at, calendar) ?? false,
  );
}

/** Whether it is known at a moment what all conditions ask for, so that they may begin to hold. */
export function areKnown(
  conditions: readonly WrittenCondition[],
  { parts }: Pick<Held, "parts">,
  at: number,
  calendar: TradingCalendar,
): boolean {
  return conditions.every(({ isKnown }, index) => isKnown?.(parts[index] ?? undefined, at, calendar) ?? true);
}

/** Whether a condition that time alone may make hold began to between two moments. */
export function turned(
  conditions: readonly WrittenCondition[],
  { parts }: Pick<Held, "parts">,
  between: { readonly from: number; readonly to: number },
  calendar: TradingCalendar,
): boolean {
  return conditions.some((condition, index) => {
    const { turnsAt, holdsAt, ceases, turned } = condition;
    const memory = parts[index] ?? undefined;
    if (turnsAt === undefined || holdsAt === undefined) return false;
    if (turned !== undefined) return turned(memory, between, calendar);
    const held = holdsAt(memory, between.from, calendar) && !ceases?.(memory, between, calendar);
    return !held && holdsAt(memory, between.to, calendar);
  });
}
