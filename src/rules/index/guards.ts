/** Conjuncts that compare something with what is written out: cheap to ask of many rules at once. */
import type { Event } from "../../model/event.ts";
import { foldSearched, wordsOf } from "../cel/keyword-lists.ts";
import type { Language } from "../cel/language.ts";
import { literalText, mirrored, type Node } from "../cel/syntax.ts";
import { literal, literalList, type Plain } from "../closures/plain-values.ts";
import { foldedReading, type Reading, reading } from "../closures/reading.ts";
import {
  comparisons,
  equal,
  fieldComparison,
  inside,
  type Limit,
  type Relation,
  searches,
} from "./relations.ts";

/** Holds where the event has a value there and the relation holds between it and the limit. */
export interface Guard {
  readonly reading: Reading;
  readonly relation: Relation;
  readonly limit: Limit;
}

function guard(node: Node, language: Language): Guard | undefined {
  return withWritten(node, language) ?? fieldComparison(node, language);
}

export function passes({ reading: { raw, type }, relation, limit }: Guard, event: Event): boolean {
  const value = raw(event);
  return typeof value === type && relation.holds(value as Plain, limit, event);
}

/** The guard of a comparison with one side written out. */
function withWritten(node: Node, language: Language): Guard | undefined {
  switch (node.op) {
    case "==":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return comparison(node, language);
    case "in":
      return membership(node.args as [Node, Node], language);
    case "rcall":
      return search(node.args as [string, Node, Node[]], language);
    default:
      return undefined;
  }
}

function comparison({ op, args }: Node, language: Language): Guard | undefined {
  const [left, right] = args as [Node, Node];
  const turned = literal(left) !== undefined;
  const limit = literal(turned ? left : right);
  const compared = limit === undefined ? undefined : reading(turned ? right : left, language);
  return guardOf(compared, relationOf(op, turned), limit);
}

function relationOf(op: string, turned: boolean): Relation | undefined {
  return op === "==" ? equal : comparisons.get((turned ? mirrored[op] : op) ?? op);
}

function search([name, receiver, given]: [string, Node, Node[]], language: Language): Guard | undefined {
  if (name === "own_has_any") {
    const words = wordsOf(given[0]);
    const text = words && reading(receiver, language);
    return text?.type === "string" ? guardOf(text, searches.get(name), words) : undefined;
  }
  const part = literalText(given[0]);
  if (part === undefined || !searches.has(name)) return undefined;
  const isFolded = name !== "own_matches";
  const searched = isFolded ? foldedReading(receiver, language) : reading(receiver, language);
  return guardOf(searched, searches.get(name), isFolded ? foldSearched(part) : part);
}

function membership([one, list]: [Node, Node], language: Language): Guard | undefined {
  const values = literalList(list, language);
  return guardOf(values && reading(one, language), inside, values);
}

function guardOf(
  reading: Reading | undefined,
  relation: Relation | undefined,
  limit: Limit | undefined,
): Guard | undefined {
  if (reading === undefined || relation === undefined || limit === undefined) return undefined;
  return { reading, relation, limit };
}

interface Chosen {
  readonly guard: Guard | undefined;
  /** The other conjuncts. */
  readonly rest: readonly Node[];
}

/** The conjunct that a rule is grouped by: a threshold before a search, which many events may meet. */
export function chooseGuard(nodes: readonly Node[], language: Language): Chosen {
  const guards = nodes.map((node) => guard(node, language));
  const chosen = guards.find(isLimit) ?? guards.find((one) => one !== undefined);
  const place = guards.indexOf(chosen);
  return { guard: chosen, rest: chosen === undefined ? nodes : nodes.filter((_, at) => at !== place) };
}

function isLimit(guard: Guard | undefined): boolean {
  return guard?.relation.kind === "limit";
}
