/**
 * A condition taken apart. It holds where each of its conjuncts is true: one that is false or has no value decides,
 * whatever the others say, so they may be asked in any order. In the same way it holds where one of its branches does.
 */
import type { Language } from "../cel/language.ts";
import type { Node } from "../cel/syntax.ts";
import { type FieldPath, fieldPath, type Plain } from "../closures/field-path.ts";
import { literal, literalList } from "../closures/literals.ts";

/** True where the field is one of the values. */
export interface Equality {
  readonly path: FieldPath;
  readonly values: ReadonlySet<Plain>;
}

export function conjuncts(node: Node): Node[] {
  return node.op === "&&" ? (node.args as Node[]).flatMap(conjuncts) : [node];
}

const mostBranches = 8;

/** The conjuncts of each branch; one branch where there would be too many. */
export function branches(node: Node, language: Language): Node[][] {
  const found = split(node, language);
  return found === undefined ? [conjuncts(node)] : found;
}

function split(node: Node, language: Language): Node[][] | undefined {
  if (node.op !== "&&" && (node.op !== "||" || equality(node, language) !== undefined)) return [[node]];
  const [left, right] = (node.args as Node[]).map((side) => split(side, language));
  if (left === undefined || right === undefined) return undefined;
  const found =
    node.op === "||" ? [...left, ...right] : left.flatMap((one) => right.map((other) => [...one, ...other]));
  return found.length > mostBranches ? undefined : found;
}

export function equality(node: Node, language: Language): Equality | undefined {
  if (node.op === "||") return alternatives(node, language);
  if (node.op === "in") {
    const [one, list] = node.args as [Node, Node];
    return equalityOf(fieldPath(one, language), literalList(list, language));
  }
  if (node.op !== "==") return undefined;
  const [left, right] = node.args as [Node, Node];
  const value = literal(right) ?? literal(left);
  const path = fieldPath(left, language) ?? fieldPath(right, language);
  return value === undefined ? undefined : equalityOf(path, new Set([value]));
}

/** The same field is one of these or one of those. */
function alternatives({ args }: Node, language: Language): Equality | undefined {
  const [left, right] = (args as Node[]).map((side) => equality(side, language));
  if (left === undefined || left.path !== right?.path) return undefined;
  return { path: left.path, values: new Set([...left.values, ...right.values]) };
}

function equalityOf(path: FieldPath | undefined, values: ReadonlySet<Plain> | undefined) {
  return path === undefined || values === undefined ? undefined : { path, values };
}
