/** What the settings say that decides which events there are, and how far back the log goes. */
import type { Duration } from "../model/duration.ts";
import type { EventType } from "../model/event-types.ts";
import type { Narrowed } from "../model/narrowed.ts";

export interface RuleSettings {
  /** Types that no event has with these settings, each with the reason in words. */
  readonly untold: ReadonlyMap<EventType, string>;
  readonly narrowed: readonly Narrowed[];
  /** How long the log and the cooldowns are kept. */
  readonly retention: Duration;
}
