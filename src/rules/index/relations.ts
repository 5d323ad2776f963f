/** The ways in which rules compare what an event says with what they have written out. */
import type { Event } from "../../model/event.ts";
import { hasAny } from "../cel/keyword-lists.ts";
import { patternMatches } from "../cel/patterns.ts";
import type { Plain } from "../closures/field-path.ts";

/** What a rule has written out: a value, the values of a list, or words to be searched for. */
export type Limit = Plain | ReadonlySet<Plain> | readonly string[];

/** One object a relation: rules with the same one compare alike. */
export interface Relation {
  /**
   * - `limit`: of all limits in their order those that hold stand at one end, whatever the event says
   * - `search`: holds for few events
   * - `truth`: has the same answer for all limits
   * - `exclusion`: holds for most events
   */
  readonly kind: "limit" | "search" | "truth" | "exclusion";
  /** Asked only of values that the reading may have. */
  readonly holds: (value: Plain, limit: Limit, event: Event) => boolean;
}

type Holds = Relation["holds"];

const relations = (
  kind: Relation["kind"],
  all: Readonly<Record<string, Holds>>,
): ReadonlyMap<string, Relation> =>
  new Map(Object.entries(all).map(([name, holds]) => [name, { kind, holds }]));

/** By their operators. */
export const comparisons = relations("limit", {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
});

/** What a comparison is with its sides exchanged. */
export const mirrored: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };

/** By the names that the rewritten tree has. */
export const searches = relations("search", {
  own_contains: (value, part) => (value as string).includes(part as string),
  own_startsWith: (value, part) => (value as string).startsWith(part as string),
  own_endsWith: (value, part) => (value as string).endsWith(part as string),
  own_matches: (value, pattern) => patternMatches(value as string, pattern as string),
  own_has_any: (value, words) => hasAny(value as string, words as readonly string[]),
});

/** Any of the words of a list. */
export const hasWords = searches.get("own_has_any");

export const equal: Relation = { kind: "search", holds: (value, limit) => value === limit };

export const inside: Relation = {
  kind: "search",
  holds: (value, values) => (values as ReadonlySet<Plain>).has(value),
};

/** The same condition in all of the rules; its limit is true. */
export const truth: Relation = { kind: "truth", holds: (value) => value === true };

const opposites = new Map<Relation, Relation>();

/** Holds where the relation does not. */
export function not(relation: Relation): Relation {
  const known = opposites.get(relation);
  if (known !== undefined) return known;
  const { kind, holds } = relation;
  const opposite: Relation = {
    kind: kind === "search" ? "exclusion" : kind,
    holds: (value, limit, event) => !holds(value, limit, event),
  };
  opposites.set(relation, opposite).set(opposite, relation);
  return opposite;
}
