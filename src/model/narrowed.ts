import type { EventType } from "./event-types.ts";

/** A value that is one of few with the settings at hand. */
export interface Narrowed {
  /** What the types of such events begin with. */
  readonly prefix: string;
  /** Such as `now.term`. */
  readonly path: string;
  readonly values: readonly string[];
  /** What the settings say, in words. */
  readonly reason: string;
}

/** What the settings leave out, so that conditions about it can be warned of. */
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
