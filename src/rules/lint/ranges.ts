/**
 * Conditions that no event meets, or every one, as far as the ranges of single fields tell: comparisons of a field with
 * values that are written out, and fields that events never or always have. More is not looked into, so a claim is
 * never wrong and some are not made.
 */
import type { Lists } from "../cel/reference.ts";
import { children, isNode, mirrored, type Node, operands } from "../cel/syntax.ts";
import {
  above,
  below,
  changedPath,
  complement,
  type FactsByPath,
  intersection,
  type Ordered,
  only,
  type ValueSet,
} from "./field-facts.ts";

/** The values of one field for which a comparison is true. */
interface Range {
  readonly path: string;
  readonly kind: "number" | "text";
  readonly values: ValueSet;
}

/** Facts about events of one kind, and the lists that conditions name. */
export interface LintGround {
  readonly facts: FactsByPath;
  readonly lists: Lists;
}

/** Whether no event meets all of some conditions. */
export function isNever(nodes: readonly Node[], ground: LintGround): boolean {
  const parts = nodes.flatMap((node) => operands(node, "&&"));
  if (parts.some((part) => isNeverAlone(part, ground))) return true;
  const paths = new Set(parts.flatMap((part) => rangeOf(part, ground.lists)?.path ?? []));
  return [...paths].some((path) => possibleValues(path, parts, ground)?.length === 0);
}

function isNeverAlone(part: Node, ground: LintGround): boolean {
  if (part.op === "||") return operands(part, "||").every((one) => isNever([one], ground));
  return pathsNeeded(part).some((path) => ground.facts.get(path)?.isThere === false);
}

/** The paths without which a condition is not true. */
export function pathsNeeded(part: Node): string[] {
  if (isAboutChanged(part)) return [changedPath];
  const asked = pathAsked(part);
  return asked === undefined ? needsOf(part) : [asked];
}

/** The values that a field may have in an event that meets some conditions; undefined where its kind is not known. */
export function possibleValues(
  path: string,
  nodes: readonly Node[],
  { facts, lists }: LintGround,
): ValueSet | undefined {
  const field = facts.get(path);
  if (field?.kind === undefined) return undefined;
  const ranges = nodes.flatMap((node) => operands(node, "&&").map((part) => rangeOf(part, lists)));
  const own = ranges.filter((range) => range?.path === path && range.kind === field.kind);
  return own.reduce((values, range) => intersection(values, range?.values ?? []), field.values);
}

/** Whether every event meets a condition. */
export function isAlways(node: Node, ground: LintGround): boolean {
  if (node.op === "&&") return operands(node, "&&").every((part) => isAlways(part, ground));
  if (node.op === "||") return operands(node, "||").some((part) => isAlways(part, ground));
  const range = rangeOf(node, ground.lists);
  const field = ground.facts.get(range?.path ?? pathAsked(node) ?? "");
  if (field?.isThere !== true || range === undefined) return field?.isThere === true;
  return range.kind === field.kind && intersection(field.values, complement(range.values)).length === 0;
}

/** Whether one comparison follows from another: both are about one field, and the other lets fewer values through. */
export function follows(from: Node, node: Node, lists: Lists): boolean {
  const [stricter, wider] = [rangeOf(from, lists), rangeOf(node, lists)];
  if (stricter === undefined || stricter.path !== wider?.path || stricter.kind !== wider.kind) return false;
  return intersection(stricter.values, complement(wider.values)).length === 0;
}

/** The path of `has(now.fund)`. */
export function pathAsked({ op, args }: Node): string | undefined {
  const [called, given] = op === "call" ? (args as [string, readonly Node[]]) : [];
  return called === "has" && given?.[0] !== undefined ? pathOf(given[0]) : undefined;
}

/** `"ratio" in changed` */
function isAboutChanged({ op, args }: Node): boolean {
  const [, list] = op === "in" ? (args as [Node, Node]) : [];
  return list?.op === "id" && list.args === "changed";
}

function rangeOf(node: Node, lists: Lists): Range | undefined {
  if (node.op === "!_") {
    const [of] = children(node);
    const range = of && rangeOf(of, lists);
    return range && { ...range, values: complement(range.values) };
  }
  if (node.op === "in") {
    const [field, list] = node.args as [Node, Node];
    return rangeAt(pathOf(field), listed(list, lists));
  }
  const mirror = mirrored[node.op];
  if (mirror === undefined) return undefined;
  const [left, right] = node.args as [Node, Node];
  const isTurned = pathOf(left) === undefined;
  const value = literalValue(isTurned ? left : right);
  if (value === undefined) return undefined;
  const range = rangeAt(pathOf(isTurned ? right : left), [value]);
  return range && { ...range, values: valuesFor(isTurned ? mirror : node.op, value) };
}

/** Longer lists are not looked into. */
const longestList = 500;

// A list may be named by thousands of rules.
const sets = new WeakMap<readonly Ordered[], ValueSet>();

function rangeAt(path: string | undefined, values: readonly Ordered[] = []): Range | undefined {
  const [kind, ...others] = new Set(values.map((value) => (typeof value === "number" ? "number" : "text")));
  if (path === undefined || kind === undefined || others.length > 0 || values.length > longestList)
    return undefined;
  const set = sets.get(values) ?? only(values);
  sets.set(values, set);
  return { path, kind, values: set };
}

function valuesFor(sign: string, value: Ordered): ValueSet {
  if (sign === "==") return only([value]);
  if (sign === "!=") return complement(only([value]));
  return sign.startsWith("<") ? below(value, sign === "<=") : above(value, sign === ">=");
}

/** A name that expressions share that differ only in blanks, brackets and ways to write a number. */
export function termKey(node: Node): string {
  const path = pathOf(node);
  if (path !== undefined) return path;
  const { op, args } = node;
  if (op === "value") return typeof args === "string" ? JSON.stringify(args) : String(args);
  if (op === "id") return String(args);
  if (op === ".") {
    const [owner, field] = args as [Node, string];
    return `${termKey(owner)}.${field}`;
  }
  const parts = (Array.isArray(args) ? args.flat() : [args]).map((part: unknown) =>
    isNode(part) ? termKey(part) : JSON.stringify(part),
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
export function literalValue(node: Node): Ordered | undefined {
  if (node.op === "-_") {
    const [of] = children(node);
    const value = of === undefined ? undefined : literalValue(of);
    return typeof value === "number" ? -value : undefined;
  }
  if (node.op !== "value") return undefined;
  const value = typeof node.args === "bigint" ? Number(node.args) : node.args;
  return typeof value === "string" || (typeof value === "number" && !Number.isNaN(value)) ? value : undefined;
}

/** The values of a list that is written out, or that the file names; undefined of any other. */
function listed(list: Node, lists: Lists): readonly Ordered[] | undefined {
  if (list.op === "list") {
    const values = (list.args as Node[]).map(literalValue);
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
function needsOf(node: Node): string[] {
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
