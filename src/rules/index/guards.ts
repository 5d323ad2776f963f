/** Conjuncts that compare something with what is written out: cheap to ask of many rules at once. */
import { literal, literalList, type Plain } from "../cel/closures/plain-values.ts";
import { foldSearched, hasAny, unmeteredWordsOf } from "../cel/keyword-lists.ts";
import type { Language, Variables } from "../cel/language.ts";
import { patternMatches } from "../cel/search-functions.ts";
import { literalText, mirrored, type Node } from "../cel/syntax.ts";
import { foldedReading, type Reading, readingOf } from "./readings.ts";

/** Holds where the event has a value there and the relation holds between it and the limit. */
export interface Guard {
  readonly reading: Reading;
  readonly relation: Relation;
  readonly limit: Limit;
}

function guard(node: Node, language: Language): Guard | undefined {
  return withWritten(node, language) ?? fieldComparison(node, language);
}

export function passes({ reading, relation, limit }: Guard, variables: Variables): boolean {
  const value = reading.read(variables);
  return value !== undefined && relation.holds(value, limit, variables);
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
  const compared = limit === undefined ? undefined : readingOf(turned ? right : left, language);
  return guardOf(compared, relationOf(op, turned), limit);
}

function relationOf(op: string, turned: boolean): Relation | undefined {
  return op === "==" ? equal : comparisons.get((turned ? mirrored[op] : op) ?? op);
}

function search([name, receiver, given]: [string, Node, Node[]], language: Language): Guard | undefined {
  if (name === "own_has_any") {
    const words = unmeteredWordsOf(given[0]);
    const text = words && readingOf(receiver, language);
    return text?.type === "string" ? guardOf(text, searches.get(name), words) : undefined;
  }
  const part = literalText(given[0]);
  if (part === undefined || !searches.has(name)) return undefined;
  const isFolded = name !== "own_matches";
  const searched = isFolded ? foldedReading(receiver, language) : readingOf(receiver, language);
  return guardOf(searched, searches.get(name), isFolded ? foldSearched(part) : part);
}

function membership([one, list]: [Node, Node], language: Language): Guard | undefined {
  const values = literalList(list, language);
  return guardOf(values && readingOf(one, language), inside, values);
}

function guardOf(
  readingOf: Reading | undefined,
  relation: Relation | undefined,
  limit: Limit | undefined,
): Guard | undefined {
  if (readingOf === undefined || relation === undefined || limit === undefined) return undefined;
  return { reading: readingOf, relation, limit };
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

/** The part of a comparison that is written out: a value, the values of a list, or words to be searched for. */
export type Limit = Plain | ReadonlySet<Plain> | readonly string[];

/** One object a relation: rules with the same one compare alike. */
export interface Relation {
  /**
   * - `limit`: of all limits in their order those that hold stand at one end, whatever the event says
   * - `search`: each limit is looked at; most events meet few
   */
  readonly kind: "limit" | "search";
  /** Asked only of values that the reading may have. */
  readonly holds: (value: Plain, limit: Limit, variables: Variables) => boolean;
}

type Holds = Relation["holds"];

const relations = (
  kind: Relation["kind"],
  all: Readonly<Record<string, Holds>>,
): ReadonlyMap<string, Relation> =>
  new Map(Object.entries(all).map(([name, holds]) => [name, { kind, holds }]));

/** By their operators. */
const comparisons = relations("limit", {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
});

/** By the names that the rewritten tree has. */
const searches = relations("search", {
  own_contains: (value, part) => (value as string).includes(part as string),
  own_startsWith: (value, part) => (value as string).startsWith(part as string),
  own_endsWith: (value, part) => (value as string).endsWith(part as string),
  own_matches: (value, pattern) => patternMatches(value as string, pattern as string),
  own_has_any: (value, words) => hasAny(value as string, words as readonly string[]),
});

export const equal: Relation = { kind: "search", holds: (value, limit) => value === limit };

const inside: Relation = {
  kind: "search",
  holds: (value, values) => (values as ReadonlySet<Plain>).has(value),
};

/** One side of a comparison of two fields that computes with a number: `now.netSales > was.netSales * 1.2`. */
interface Moved {
  readonly moved: Reading;
  readonly way: string;
  readonly by: number;
}

/** Each rises all the way with the number, or falls: results are rounded, but never past each other. */
const ways: Readonly<Record<string, (value: number, by: number) => number>> = {
  "x + k": (value, by) => value + by,
  "x - k": (value, by) => value - by,
  "k - x": (value, by) => by - value,
  "x * k": (value, by) => value * by,
  "x / k": (value, by) => value / by,
};

/** The limit is the number. Where both sides have one, that on the right, as people write it. */
function fieldComparison({ op, args }: Node, language: Language): Guard | undefined {
  if (!comparisons.has(op)) return undefined;
  const [left, right] = args as [Node, Node];
  return between(right, mirrored[op], left, language) ?? between(left, op, right, language);
}

function between(side: Node, op = "", otherSide: Node, language: Language): Guard | undefined {
  const found = movedSide(side, language);
  const other = found && readingOf(otherSide, language);
  if (found === undefined || other?.type !== "number") return undefined;
  return { reading: found.moved, relation: relationWith(other, found.way, op), limit: found.by };
}

function movedSide({ op, args }: Node, language: Language): Moved | undefined {
  const isMultiple = op === "*" || op === "/";
  if (!isMultiple && op !== "+" && op !== "-") return undefined;
  const [left, right] = args as [Node, Node];
  const turned = literal(left) !== undefined;
  const by = literal(turned ? left : right);
  const way = turned && (op === "-" || op === "/") ? `k ${op} x` : `x ${op} k`;
  // With nothing, or less, a multiple of the infinite is out of order.
  if (typeof by !== "number" || !Number.isFinite(by) || (isMultiple && by <= 0)) return undefined;
  const moved = Object.hasOwn(ways, way) ? readingOf(turned ? right : left, language) : undefined;
  return moved?.type === "number" ? { moved, way, by } : undefined;
}

/** One object for all rules that compare the same with the other thing. */
const known = new WeakMap<Reading, Map<string, Relation>>();

function relationWith(other: Reading, way: string, op: string): Relation {
  const relations = known.get(other) ?? new Map<string, Relation>();
  known.set(other, relations);
  const relation = relations.get(`${way} ${op}`) ?? createRelation(other, way, op);
  relations.set(`${way} ${op}`, relation);
  return relation;
}

function createRelation(other: Reading, way: string, op: string): Relation {
  const compute = ways[way];
  const compare = comparisons.get(op);
  return {
    kind: "limit",
    holds(value, by, variables) {
      const compared = other.read(variables);
      if (compute === undefined || compare === undefined || compared === undefined) return false;
      return compare.holds(compute(value as number, by as number), compared, variables);
    },
  };
}
