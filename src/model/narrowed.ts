import type { EventType } from "./event-types.ts";

/** A value that is one of few with the settings at hand. */
export interface Narrowed {
  /** Beginning of the types of such events. */
  readonly prefix: string;
  /** Path of the field, such as `now.term`. */
  readonly path: string;
  readonly values: readonly string[];
  /** The setting that excludes them, in words. */
  readonly reason: string;
}

/** Events that the settings exclude, so that lint can warn of conditions about them. */
export interface Excluded {
  /** Types that no event has, each with the reason in words. */
  readonly untold?: ReadonlyMap<EventType, string>;
  readonly narrowed?: readonly Narrowed[];
}

const mostNamed = 10;

/** Names for a person, the first ten of them. */
export function someOf(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  return rest <= 0 ? names.join(", ") : `${names.slice(0, mostNamed).join(", ")} and ${rest} more`;
}
