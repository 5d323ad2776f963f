/** Expressions as names: which are the same, and which fields they cannot do without. */
import { children, isNode, type Node } from "../cel/syntax.ts";

/** The same for expressions that differ only in blanks, brackets and ways to write a number. */
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
