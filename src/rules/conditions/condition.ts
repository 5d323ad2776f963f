/** The interface of a condition over several events: its state for one key, and what events and time make of it. */
import type { TradingCalendar } from "../../model/dates.ts";
import type { EventType } from "../../model/event.ts";
import type { Variables } from "../cel/language.ts";

export type RememberedValue = number | string;

/** One event as a condition sees it. */
export interface Seen {
  /** On the clock of the rule, ms since 1970. */
  readonly at: number;
  readonly type: EventType;
  readonly variables: Variables;
  readonly calendar: TradingCalendar;
  /** Its number on the log, where it is on one. */
  readonly seq?: number | undefined;
}

/** Values for the texts of an alert, by name; those of a condition with a name of its own stand under that. */
export type FoundValues = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** Outcome of an event for a condition. */
export interface TakenByCondition {
  /** The new state, as JSON; undefined: none. */
  readonly memory: unknown;
  /** Whether the event plays a part: not one that comes too late. */
  readonly counts: boolean;
  /**
   * The event is not about it, and keeps no other condition from beginning to hold; absent: it is. If it is about no
   * other either, the state of before stays.
   */
  readonly isApart?: boolean;
  /** Nothing begins to hold with it for the rule: what the condition asks for is not known yet; absent: it is. */
  readonly bars?: boolean;
  /** Whether the condition holds now. */
  readonly holds: boolean;
  /** Whether it had ceased to hold since it was last looked at, by time alone. */
  readonly lapsed: boolean;
  /** Whether something that still counts was forgotten, for there being too much of it. */
  readonly isFull?: boolean;
  readonly found: FoundValues;
  /** Entries that completed a sequence and left the state, the last one included. */
  readonly completed?: unknown;
}

/** The earlier value that a value is compared with. */
export interface ComparedValue {
  readonly value: number | string;
  /** On the clock of the rule, ms since 1970. */
  readonly at: number;
}

/** The state of one key, as a person is shown it. */
export interface Look {
  /** Number of events or values, and the times of the first and the last, ms since 1970 on the rule's clock. */
  readonly entries: number;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Measured values by name. */
  readonly measured: Readonly<Record<string, number>>;
  /** Whether each step has an event, in the order of the steps; for a condition that has steps. */
  readonly steps?: readonly boolean[];
  /** The numbers of those events on the log; undefined: not seen, or not known. */
  readonly stepSeqs?: readonly (number | undefined)[];
  /** When the last event came that must not be between the steps, ms since 1970 on the rule's clock. */
  readonly brokenAt?: number | undefined;
}

/** A time between two looks, ms since 1970: after the first moment and up to the second. */
export interface Between {
  /** Undefined: what left before is not remembered either. */
  readonly from?: number | undefined;
  readonly to: number;
}

/** Each answer that a condition has none of is undefined, and is not forgotten. */
export interface EventCondition {
  /** The value that it is about; undefined where an event has none. Undefined: it is about events, whatever they say. */
  readonly read: ((variables: Variables) => RememberedValue | undefined) | undefined;
  /**
   * `value` is what `read` gave. `memory` is what it gave before for the same key, or undefined: it is changed in place, since a copy of thousands
   * of entries at each event would cost more than all else, and what is given back takes its place. Otherwise pure.
   */
  take(memory: unknown, seen: Seen, value?: RememberedValue): TakenByCondition;
  /**
   * Whether one that held ceases to within some time without an event, though it may hold again at its end, which is
   * asked for apart. Undefined: once it has ceased, it holds again with an event alone.
   */
  readonly ceases: ((memory: unknown, between: Between, calendar: TradingCalendar) => boolean) | undefined;
  /**
   * Whether it holds at a later moment (ms since 1970) without another event. Undefined: it holds for the moment of an
   * event alone.
   */
  readonly holdsAt: ((memory: unknown, at: number, calendar: TradingCalendar) => boolean) | undefined;
  /** Whether that is known at a moment: not by a bound that an event is needed for, before one came. Absent: it is. */
  readonly isKnown?: (memory: unknown, at: number, calendar: TradingCalendar) => boolean;
  /**
   * The first moment after one (ms since 1970) at which it may begin to hold without another event; undefined: there
   * is none. Undefined itself: it begins with an event alone.
   */
  readonly turnsAt:
    | ((memory: unknown, after: number, calendar: TradingCalendar) => number | undefined)
    | undefined;
  /**
   * Whether it began to hold between two moments by what `turnsAt` tells, and holds at the second. Absent: it did if it
   * holds at the second and did not all the time.
   */
  readonly turned?: (
    memory: unknown,
    between: { readonly from: number; readonly to: number },
    calendar: TradingCalendar,
  ) => boolean;
  /**
   * The first moment after one (ms since 1970) at which time alone may change whether it holds; undefined: there is
   * none. Undefined itself: an event alone changes it.
   */
  readonly changesAt:
    | ((memory: unknown, after: number, calendar: TradingCalendar) => number | undefined)
    | undefined;
  /** Values for the texts at a later moment (ms since 1970). Undefined: it finds with an event alone. */
  readonly foundAt: ((memory: unknown, at: number, calendar: TradingCalendar) => FoundValues) | undefined;
  /** The state for a person. Pure; `at` is not before anything in the state. */
  look(memory: unknown, at: number, calendar: TradingCalendar): Look;
  /**
   * Whether what was before the first event matters to it: `take` may then be given such values first, and what it
   * says of them is no news. False: it is about what comes, and begins with nothing.
   */
  readonly knowsWhatWas: boolean;
  /** The value in the state that an event's value is compared with; undefined: there is none. Pure. */
  readonly compared: ((memory: unknown, seen: Seen) => ComparedValue | undefined) | undefined;
  /** The conditions that it is made of, and their states in its own, each to be shown by itself; absent: it is one. */
  readonly members?: {
    /** The conditions of a map are asked together. */
    readonly maps: readonly (readonly WrittenCondition[])[];
    /** For each map the states of its conditions; undefined: none. */
    memories(memory: unknown): readonly (readonly unknown[])[];
    /** The state in which they have these states, as of a moment (ms since 1970). */
    join(memories: readonly (readonly unknown[])[], at: number): unknown;
  };
}

/** A value of what stands, alone or beside values of the event. */
export interface StandingValue {
  readonly is: "alone" | "beside";
  /** Whatever the condition's own `when` says of the event. */
  readonly read: EventCondition["read"];
}

/** A condition as its rule's file has it. */
export interface WrittenCondition extends EventCondition {
  /** The condition as it is written, such as `count: { within: 1h, at_least: 3 }`. */
  readonly text: string;
  /** The name under which texts find its values; absent: they find them by their own names. */
  readonly name?: string | undefined;
  /** Absent: its value is the event's. */
  readonly standing?: StandingValue | undefined;
}

/** A look at entries in order of time; the time of each is its first part. */
export function lookAt(
  entries: readonly (readonly [at: number, ...rest: unknown[]])[],
  measured: Look["measured"],
): Look {
  return { entries: entries.length, from: entries[0]?.[0], to: entries.at(-1)?.[0], measured };
}

/** Place of a new entry among entries in order of time: after those of the same time. */
export function placeAt(entries: readonly (readonly [at: number, ...unknown[]])[], at: number): number {
  let place = entries.length;
  while (place > 0 && (entries[place - 1]?.[0] ?? 0) > at) place -= 1;
  return place;
}

/** The value of each condition; undefined where it is about events, whatever they say. */
export type Values = readonly (RememberedValue | undefined)[];

/** Undefined of an event that has none for one of the conditions: it plays no part in any of them. */
export function valuesOf(conditions: readonly EventCondition[], variables: Variables): Values | undefined {
  const values: (RememberedValue | undefined)[] = [];
  for (const condition of conditions) {
    const value = condition.read?.(variables);
    if (value === undefined && condition.read !== undefined) return undefined;
    values.push(value);
  }
  return values;
}
