/** A condition over several events: what it remembers of one key, and what an event makes of that. */
import type { EventType } from "../../model/event-types.ts";
import type { TradingCalendar } from "../../model/trading-calendar.ts";
import type { Variables } from "../cel/language.ts";

/** One event as a condition sees it. */
export interface Seen {
  /** On the clock of the rule, ms since 1970. */
  readonly at: number;
  readonly type: EventType;
  readonly variables: Variables;
  readonly calendar: TradingCalendar;
}

/** What an event made of what was remembered. */
interface Taken {
  /** To be remembered, as JSON; undefined: nothing. */
  readonly memory: unknown;
  /** Whether the event plays a part: not one without a value, nor one that comes too late. */
  readonly counts: boolean;
  /** Whether the condition holds now. */
  readonly holds: boolean;
  /** Whether it had ceased to hold since it was last looked at, by time alone. */
  readonly lapsed: boolean;
  /** Whether something that still counts was forgotten, for there being too much of it. */
  readonly isFull?: boolean;
  /** What it found, for the texts of the alert. */
  readonly found: Readonly<Record<string, number>>;
}

export interface Condition {
  /** Pure. `memory` is what it gave before for the same key, or undefined. */
  take(memory: unknown, seen: Seen): Taken;
  /**
   * Whether it holds at a later moment (ms since 1970) without another event. Absent: it holds for the moment of an
   * event alone.
   */
  holdsAt?(memory: unknown, at: number, calendar: TradingCalendar): boolean;
}
