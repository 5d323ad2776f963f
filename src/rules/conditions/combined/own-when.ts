/** A condition with a `when` of its own: other events do not count for it, and go on to the conditions beside it. */
import type { Predicate } from "../../cel/compile-expression.ts";
import type { EventCondition, RememberedValue, TakenByCondition } from "../condition.ts";

interface Memory {
  readonly of: unknown;
  /** The newest event that was seen, whether it counted or not: what left a window before is not looked for again. */
  readonly at: number;
}

/** The value of an event that is not about the condition: none that an event has. */
const apart = Symbol("not about it") as unknown as RememberedValue;

export function withWhen(condition: EventCondition, when: Predicate): EventCondition {
  const { read, holdsAt, isKnown, turnsAt, foundAt, ceases, changesAt, compared, turned } = condition;
  const of = (memory: unknown) => (memory as Memory | undefined)?.of;
  const kept = (memory: unknown, at: number): Memory | undefined =>
    memory === undefined || memory === null ? undefined : { of: memory, at };
  return {
    knowsWhatWas: condition.knowsWhatWas,
    read: (variables) => (when(variables) ? (read === undefined ? "" : read(variables)) : apart),
    take(memory, seen, value): TakenByCondition {
      const before = of(memory);
      const at = Math.max(seen.at, (memory as Memory | undefined)?.at ?? seen.at);
      if (value !== apart) {
        const taken = condition.take(before, seen, value);
        const completed = kept(taken.completed, at);
        return { ...taken, memory: kept(taken.memory, at), ...(completed && { completed }) };
      }
      const holds = holdsAt?.(before, at, seen.calendar) ?? false;
      const found = foundAt?.(before, at, seen.calendar) ?? {};
      const bars = isKnown?.(before, at, seen.calendar) === false;
      return { memory: kept(before, at), counts: false, isApart: true, bars, holds, lapsed: !holds, found };
    },
    ceases:
      ceases &&
      ((memory, { from, to }, calendar) => {
        const { at = from } = (memory ?? {}) as Partial<Memory>;
        const since = from === undefined || at === undefined ? at : Math.max(from, at);
        return ceases(of(memory), { from: since, to }, calendar);
      }),
    holdsAt: holdsAt && ((memory, at, calendar) => holdsAt(of(memory), at, calendar)),
    turnsAt: turnsAt && ((memory, after, calendar) => turnsAt(of(memory), after, calendar)),
    ...(isKnown && { isKnown: (memory, at, calendar) => isKnown(of(memory), at, calendar) }),
    ...(turned && { turned: (memory, between, calendar) => turned(of(memory), between, calendar) }),
    changesAt: changesAt && ((memory, after, calendar) => changesAt(of(memory), after, calendar)),
    foundAt: foundAt && ((memory, at, calendar) => foundAt(of(memory), at, calendar)),
    look: (memory, at, calendar) => condition.look(of(memory), at, calendar),
    compared: compared && ((memory, seen) => compared(of(memory), seen)),
  };
}
