/** What the settings say that decides which events there are, and how far back the log goes. */
import type { Duration } from "../model/duration.ts";
import type { EventType } from "../model/event-types.ts";

export interface RuleSettings {
  /** Types that no event has with these settings, each with the reason in words. */
  readonly untold: ReadonlyMap<EventType, string>;
  readonly narrowed: readonly Narrowed[];
  /** How long the log and the cooldowns are kept. */
  readonly retention: Duration;
}

/** A value that is one of few with these settings. */
export interface Narrowed {
  /** What the types of such events begin with. */
  readonly prefix: string;
  /** Such as `now.term`. */
  readonly path: string;
  readonly values: readonly string[];
  /** What the settings say, in words. */
  readonly reason: string;
}
