/** Expressions as names: which are the same, what they compare, and which fields they cannot do without. */
import type { Lists } from "../cel/reference.ts";
import { children, isNode, type Node } from "../cel/syntax.ts";
import type { Ordered } from "./value-set.ts";

/** A name that expressions share that differ only in blanks, brackets and ways to write a number. */
export function keyOf(node: Node): string {
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

/** The value of a number or text that is written out, with its sign. */
export function literal(node: Node): Ordered | undefined {
  if (node.op === "-_") {
    const [of] = children(node);
    const value = of === undefined ? undefined : literal(of);
    return typeof value === "number" ? -value : undefined;
  }
  if (node.op !== "value") return undefined;
  const value = typeof node.args === "bigint" ? Number(node.args) : node.args;
  return typeof value === "string" || (typeof value === "number" && !Number.isNaN(value)) ? value : undefined;
}

/** The values of a list that is written out, or that the file names; undefined of any other. */
export function listed(list: Node, lists: Lists): readonly Ordered[] | undefined {
  if (list.op === "list") {
    const values = (list.args as Node[]).map(literal);
    return values.every((value) => value !== undefined) ? values : undefined;
  }
  const [owner, name] = list.op === "." ? (list.args as [unknown, string]) : [];
  if (!isNode(owner) || owner.op !== "id" || owner.args !== "lists" || name === undefined) return undefined;
  return Object.hasOwn(lists, name) ? lists[name] : undefined;
}

const arithmetic = new Set(["+", "-", "*", "/", "%", "-_", "[]"]);
const strictOperators = new Set([...arithmetic, "==", "!=", "<", "<=", ">", ">=", "in"]);
const strictMethods = new Set(["contains", "startsWith", "endsWith", "has_any", "matched_words", "matches"]);
const strictFunctions = new Set(["abs", "min", "max", "round", "size", "string", "double", "has_any"]);

/** The paths without which the expression has no value. There may be more that are not found here. */
export function needsOf(node: Node): string[] {
  const path = pathOf(node);
  return path === undefined ? strictParts(node).flatMap(needsOf) : [path];
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
