/** Conjuncts that say which values a field may have: by them a condition is found without being asked. */
import type { Language } from "../cel/language.ts";
import { type Node, operands } from "../cel/syntax.ts";
import { type FieldPath, fieldPath, literal, literalList, type Plain } from "../closures/plain-values.ts";

/** True where the field is one of the values. */
export interface Equality {
  readonly path: FieldPath;
  readonly values: ReadonlySet<Plain>;
}

/** The equalities that must hold for a condition to; more than one may be of one field. */
export function equalitiesOf(condition: Node, language: Language): Equality[] {
  return operands(condition, "&&").flatMap((node) => equality(node, language) ?? []);
}

/** Undefined where a conjunct is none. */
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

/** An or of equalities of one field. */
function alternatives({ args }: Node, language: Language): Equality | undefined {
  const [left, right] = (args as Node[]).map((side) => equality(side, language));
  if (left === undefined || left.path !== right?.path) return undefined;
  return { path: left.path, values: new Set([...left.values, ...right.values]) };
}

function equalityOf(path: FieldPath | undefined, values: ReadonlySet<Plain> | undefined) {
  return path === undefined || values === undefined ? undefined : { path, values };
}
