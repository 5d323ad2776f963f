import type { RuleDisplayName } from "./rules.ts";

/** Answer of `/api/watched`: the names by which alerts can be narrowed down. */
export interface WatchedAnswer {
  readonly sources: readonly string[];
  readonly rules: readonly string[];
  /** Names for people, of the rules that have one. */
  readonly displayNames: Readonly<Record<string, RuleDisplayName>>;
  readonly watchlists: readonly string[];
}
