import type { Language } from "../cel/language.ts";
import { isNode, type Node } from "../cel/syntax.ts";
import type { Plain } from "./field-path.ts";

/** The value of a node that is written out. */
export function literal(node: Node | undefined): Plain | undefined {
  if (node?.op === "-_") {
    const value = literal(node.args as Node);
    return typeof value === "number" ? -value : undefined;
  }
  if (node?.op !== "value") return undefined;
  const value = node.args;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : undefined;
}

/** The values of a list that is written out, or that the file names. */
export function literalList(node: Node | undefined, { lists }: Language): ReadonlySet<Plain> | undefined {
  if (node?.op === "list") {
    const nodes = node.args as Node[];
    const values = nodes.map(literal).filter((value) => value !== undefined);
    return values.length === 0 || values.length < nodes.length ? undefined : new Set(values);
  }
  if (node?.op !== "." || lists === undefined) return undefined;
  const [owner, name] = node.args as [unknown, string];
  if (!isNode(owner) || owner.op !== "id" || owner.args !== "lists" || !Object.hasOwn(lists, name))
    return undefined;
  return setOf(lists[name] ?? []);
}

/** One set for all rules that name the list. */
const sets = new WeakMap<readonly string[], ReadonlySet<Plain>>();

function setOf(list: readonly string[]): ReadonlySet<Plain> {
  const known = sets.get(list) ?? new Set<Plain>(list);
  sets.set(list, known);
  return known;
}
