/** Conjuncts that compare something with a value that is written out: cheap to ask of many rules at once. */

import type { Event } from "../../model/event.ts";
import { foldSearched } from "../cel/fold-searched.ts";
import { hasAny } from "../cel/keyword-lists.ts";
import { wordsOf } from "../cel/known-words.ts";
import type { Language } from "../cel/language.ts";
import { patternMatches } from "../cel/patterns.ts";
import { literalText, type Node } from "../cel/syntax.ts";
import type { Plain } from "../closures/field-path.ts";
import { literal, literalList } from "../closures/literals.ts";
import { foldedReading, type Reading, reading } from "../closures/reading.ts";

export interface Guard {
  readonly reading: Reading;
  /** How the two are compared; guards with the same name compare alike. */
  readonly relation: string;
  readonly holds: (value: Plain, limit: Limit) => boolean;
  readonly limit: Limit;
}

type Limit = Plain | ReadonlySet<Plain> | readonly string[];

type Holds = Guard["holds"];

const comparisons: Readonly<Record<string, Holds>> = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "!=": (value, limit) => value !== limit,
};

const mirrored: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=" };

const searches: Readonly<Record<string, Holds>> = {
  own_contains: (value, part) => (value as string).includes(part as string),
  own_startsWith: (value, part) => (value as string).startsWith(part as string),
  own_endsWith: (value, part) => (value as string).endsWith(part as string),
  own_matches: (value, pattern) => patternMatches(value as string, pattern as string),
  own_has_any: (value, words) => hasAny(value as string, words as readonly string[]),
};

const isOutside: Holds = (value, values) => !(values as ReadonlySet<Plain>).has(value);

/** Whether those that fail make all with a stricter limit fail. */
export function isOrdered({ relation, limit }: Guard): boolean {
  return relation.length <= 2 && relation !== "!=" && typeof limit !== "boolean";
}

/** Whether it asks for any word of a list. */
export function isOfWords(guard: Guard): guard is Guard & { readonly limit: readonly string[] } {
  return guard.relation === "own_has_any";
}

export function guard(node: Node, language: Language): Guard | undefined {
  if (Object.hasOwn(comparisons, node.op)) return comparison(node, language);
  if (node.op === "rcall") return search(node, language);
  return node.op === "!_" ? outside(node.args as Node, language) : undefined;
}

export function passes({ reading: { raw, type }, holds, limit }: Guard, event: Event): boolean {
  const value = raw(event);
  return typeof value === type && holds(value as Plain, limit);
}

function comparison({ op, args }: Node, language: Language): Guard | undefined {
  const [left, right] = args as [Node, Node];
  const turned = literal(left) !== undefined;
  const limit = literal(turned ? left : right);
  const compared = limit === undefined ? undefined : reading(turned ? right : left, language);
  return compared === undefined ? undefined : guardOf(compared, turned ? mirrored[op] : op, limit);
}

function search({ args }: Node, language: Language): Guard | undefined {
  const [name, receiver, given] = args as [string, Node, Node[]];
  if (name === "own_has_any") {
    const words = wordsOf(given[0]);
    const text = words && reading(receiver, language);
    return text?.type === "string" ? guardOf(text, name, words) : undefined;
  }
  const part = literalText(given[0]);
  if (part === undefined || !Object.hasOwn(searches, name)) return undefined;
  const isFolded = name !== "own_matches";
  const searched = isFolded ? foldedReading(receiver, language) : reading(receiver, language);
  return searched && guardOf(searched, name, isFolded ? foldSearched(part) : part);
}

/** True where the value is there and in no such list. */
function outside({ op, args }: Node, language: Language): Guard | undefined {
  if (op !== "in") return undefined;
  const [one, list] = args as [Node, Node];
  const values = literalList(list, language);
  const compared = values && reading(one, language);
  return compared && guardOf(compared, "outside", values);
}

function guardOf(compared: Reading, relation: string | undefined, limit: Limit | undefined) {
  const holds =
    relation === "outside" ? isOutside : (comparisons[relation ?? ""] ?? searches[relation ?? ""]);
  if (relation === undefined || limit === undefined || holds === undefined) return undefined;
  return { reading: compared, relation, holds, limit };
}
