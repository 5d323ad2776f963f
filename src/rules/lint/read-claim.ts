/** Reads a condition's tree, as it was parsed, as a claim. */
import type { Lists } from "../cel/language.ts";
import { children, isNode, type Node } from "../cel/syntax.ts";
import type { Claim } from "./cases.ts";
import { changedPath } from "./field-facts.ts";
import { above, below, complement, everything, type Ordered, only, type ValueSet } from "./value-set.ts";

/** Longer lists are not looked into. */
const longestList = 500;

export function readClaim(node: Node, lists: Lists): Claim {
  switch (node.op) {
    case "&&":
    case "||": {
      const [left, right] = node.args as [Node, Node];
      const kind = node.op === "&&" ? "and" : "or";
      return { kind, left: readClaim(left, lists), right: readClaim(right, lists) };
    }
    case "!_":
      return { kind: "not", of: readClaim(node.args as Node, lists) };
    case "?:": {
      const [test, yes, no] = (node.args as Node[]).map((part) => readClaim(part, lists));
      return test && yes && no ? { kind: "choice", test, yes, no } : opaque(node);
    }
    case "value":
      return typeof node.args === "boolean" ? { kind: "constant", value: node.args } : opaque(node);
    case "call":
      return presence(node) ?? opaque(node);
    case "in":
      return isAboutChanged(node) ? amongChanged(node) : (membership(node, lists) ?? opaque(node));
    default:
      return comparison(node, lists) ?? opaque(node);
  }
}

function opaque(node: Node): Claim {
  return { kind: "opaque", key: keyOf(node), needs: needsOf(node) };
}

function presence(node: Node): Claim | undefined {
  const [called, given] = node.args as [string, Node[]];
  const path = called === "has" && given[0] !== undefined ? pathOf(given[0]) : undefined;
  return path === undefined ? undefined : { kind: "presence", path };
}

/** `"ratio" in changed` */
export function isAboutChanged({ op, args }: Node): boolean {
  const [, list] = op === "in" ? (args as [Node, Node]) : [];
  return list?.op === "id" && list.args === "changed";
}

// Without a `was` no field differs.
function amongChanged(node: Node): Claim {
  return { kind: "and", left: { kind: "presence", path: changedPath }, right: opaque(node) };
}

function membership(node: Node, lists: Lists): Claim | undefined {
  const [term, list] = node.args as [Node, Node];
  const values = listed(list, lists);
  if (values === undefined || literal(term) !== undefined) return undefined;
  const [type, ...others] = new Set(values.map((value) => typeof value));
  if (others.length > 0) return undefined;
  return compared(term, { type: type === "number" ? "number" : "string", values: setOf(values) });
}

// A list may be named by thousands of rules.
const sets = new WeakMap<readonly Ordered[], ValueSet>();

function setOf(values: readonly Ordered[]): ValueSet {
  const set = sets.get(values) ?? only(values);
  sets.set(values, set);
  return set;
}

function listed(list: Node, lists: Lists): readonly Ordered[] | undefined {
  if (list.op === "list") {
    const values = (list.args as Node[]).map(literal);
    return values.every(isOrdered) ? values : undefined;
  }
  const [owner, name] = list.op === "." ? (list.args as [unknown, string]) : [];
  if (!isNode(owner) || owner.op !== "id" || owner.args !== "lists" || name === undefined) return undefined;
  const values = Object.hasOwn(lists, name) ? lists[name] : undefined;
  return values === undefined || values.length > longestList ? undefined : values;
}

/** How the same is asked with the sides changed. */
export const mirrored: Readonly<Record<string, string>> = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

function comparison(node: Node, lists: Lists): Claim | undefined {
  const mirror = mirrored[node.op];
  if (mirror === undefined) return undefined;
  const [left, right] = node.args as [Node, Node];
  const [before, after] = [literal(left), literal(right)];
  if (before !== undefined && after !== undefined) return ofLiterals(node.op, before, after);
  if (after !== undefined) return against(left, { sign: node.op, value: after, lists });
  return before === undefined ? undefined : against(right, { sign: mirror, value: before, lists });
}

function ofLiterals(sign: string, before: Literal, after: Literal): Claim | undefined {
  if (typeof before !== typeof after) return undefined;
  if (!isOrdered(before) || !isOrdered(after)) {
    return { kind: "constant", value: (before === after) === (sign === "==") };
  }
  const holds: Readonly<Record<string, boolean>> = {
    "==": before === after,
    "!=": before !== after,
    "<": before < after,
    "<=": before <= after,
    ">": before > after,
    ">=": before >= after,
  };
  return { kind: "constant", value: holds[sign] === true };
}

interface Against {
  readonly sign: string;
  readonly value: Literal;
  readonly lists: Lists;
}

function against(term: Node, { sign, value, lists }: Against): Claim | undefined {
  if (!isOrdered(value)) {
    if (sign !== "==" && sign !== "!=") return undefined;
    const claim = readClaim(term, lists);
    return value === (sign === "==") ? claim : { kind: "not", of: claim };
  }
  const type = typeof value === "number" ? "number" : "string";
  if (sign === "!=") return compared(term, { type, values: complement(only([value])), others: true });
  return compared(term, { type, values: valuesFor(sign, value) });
}

function valuesFor(sign: string, value: Ordered): ValueSet {
  if (sign === "==") return only([value]);
  return sign.startsWith("<") ? below(value, sign === "<=") : above(value, sign === ">=");
}

function compared(
  term: Node,
  { type, values, others = false }: { type: "number" | "string"; values: ValueSet; others?: boolean },
): Claim {
  const range = type === "number" && isNeverNegative(term) ? above(0, true) : everything;
  return { kind: "comparison", term: keyOf(term), type, range, values, others, needs: needsOf(term) };
}

function isNeverNegative({ op, args }: Node): boolean {
  const [called] = op === "call" || op === "rcall" ? (args as [string]) : [];
  return called === "size" || called === "abs";
}

type Literal = Ordered | boolean;

/** The value of a literal, with its sign. */
export function literal(node: Node): Literal | undefined {
  if (node.op === "-_") {
    const [of] = children(node);
    const value = of === undefined ? undefined : literal(of);
    return typeof value === "number" ? -value : undefined;
  }
  if (node.op !== "value") return undefined;
  const value = typeof node.args === "bigint" ? Number(node.args) : node.args;
  const isPlain = typeof value === "string" || typeof value === "boolean";
  return isPlain || (typeof value === "number" && !Number.isNaN(value)) ? value : undefined;
}

function isOrdered(value: Literal | undefined): value is Ordered {
  return typeof value === "number" || typeof value === "string";
}

/** Expressions as names: which are the same, and which fields they cannot do without. */

/** The same for expressions that differ only in blanks, brackets and ways to write a number. */
function keyOf(node: Node): string {
  const path = pathOf(node);
  if (path !== undefined) return path;
  const { op, args } = node;
  if (op === "value") return typeof args === "string" ? JSON.stringify(args) : String(args);
  if (op === "id") return String(args);
  if (op === ".") {
    const [owner, field] = args as [Node, string];
    return `${keyOf(owner)}.${field}`;
  }
  const parts = (Array.isArray(args) ? args.flat() : [args]).map((part: unknown) =>
    isNode(part) ? keyOf(part) : JSON.stringify(part),
  );
  return `(${op} ${parts.join(" ")})`;
}

/** `now.ratio` of such a field of the item, the item before or the event; undefined of anything else. */
export function pathOf(node: Node): string | undefined {
  if (node.op !== ".") return undefined;
  const [owner, field] = node.args as [Node, string];
  return owner.op === "id" && records.has(owner.args) ? `${owner.args}.${field}` : undefined;
}

const records = new Set<unknown>(["now", "was", "event"]);

const arithmetic = new Set(["+", "-", "*", "/", "%", "-_", "[]"]);
const strictOperators = new Set([...arithmetic, "==", "!=", "<", "<=", ">", ">=", "in"]);
const strictMethods = new Set(["contains", "startsWith", "endsWith", "has_any", "matched_words", "matches"]);
const strictFunctions = new Set(["abs", "min", "max", "round", "size", "string", "double", "has_any"]);

/** The paths without which the expression has no value. There may be more that are not found here. */
export function needsOf(node: Node): string[] {
  const path = pathOf(node);
  if (path !== undefined) return [path];
  return strictParts(node).flatMap(needsOf);
}

function strictParts(node: Node): Node[] {
  if (strictOperators.has(node.op) || node.op === ".") return children(node);
  if (node.op !== "call" && node.op !== "rcall") return [];
  const [called] = node.args as [string];
  if (node.op === "rcall" && !strictMethods.has(called) && !strictFunctions.has(called)) {
    // A loop needs the list that it runs over.
    return children(node).slice(0, 1);
  }
  return called === "has" || (node.op === "call" && !strictFunctions.has(called)) ? [] : children(node);
}
