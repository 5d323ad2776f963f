/** What conditions read of an event, each computed once for all rules, and the equalities by which a condition is found. */
import { compileClosure } from "../cel/closures/compile-closure.ts";
import {
  type FieldPath,
  fieldPath,
  literal,
  literalList,
  type Plain,
  type PlainClosure,
  plainTypeOf,
} from "../cel/closures/plain-values.ts";
import { foldSearched } from "../cel/keyword-lists.ts";
import type { Language } from "../cel/language.ts";
import { isNode, type Node, operands } from "../cel/syntax.ts";

/** True where the field is one of the values. */
export interface FieldEquality {
  readonly path: FieldPath;
  readonly values: ReadonlySet<Plain>;
}

/** The equalities that must hold for a condition to; more than one may be of one field. */
export function equalitiesOf(condition: Node, language: Language): FieldEquality[] {
  return operands(condition, "&&").flatMap((node) => equality(node, language) ?? []);
}

/** Undefined where a conjunct is none. */
export function equality(node: Node, language: Language): FieldEquality | undefined {
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
function alternatives({ args }: Node, language: Language): FieldEquality | undefined {
  const [left, right] = (args as Node[]).map((side) => equality(side, language));
  if (left === undefined || left.path !== right?.path) return undefined;
  return { path: left.path, values: new Set([...left.values, ...right.values]) };
}

function equalityOf(path: FieldPath | undefined, values: ReadonlySet<Plain> | undefined) {
  return path === undefined || values === undefined ? undefined : { path, values };
}

/** A field, or a sum of fields and such. */
export type Reading = Pick<FieldPath, "name" | "type" | "read">;

/** Sums mean the same only in one language, whose fields and lists they name. */
const known = new WeakMap<Language["environment"], Map<string, Reading>>();

/** One object for each expression. Undefined where it is to be evaluated under the meter. */
export function readingOf(node: Node, language: Language): Reading | undefined {
  const path = fieldPath(node, language);
  if (path !== undefined) return path;
  const type = plainTypeOf(node);
  if (type === undefined) return undefined;
  const { read, isMetered } = compileClosure(node, language);
  return isMetered
    ? undefined
    : remembered({ name: textOf(node), type, read: read as PlainClosure }, language);
}

/** A text made comparable, as the searches of the vocabulary look at it. */
export function foldedReading(node: Node, language: Language): Reading | undefined {
  const text = readingOf(node, language);
  if (text?.type !== "string") return undefined;
  const read: PlainClosure = (variables) => {
    const value = text.read(variables);
    return value === undefined ? undefined : foldSearched(value as string);
  };
  return remembered({ name: `fold ${text.name}`, type: "string", read }, language);
}

function remembered(fresh: Reading, language: Language): Reading {
  const readings = known.get(language.environment) ?? new Map<string, Reading>();
  known.set(language.environment, readings);
  const before = readings.get(fresh.name);
  if (before === undefined) readings.set(fresh.name, fresh);
  return before ?? fresh;
}

function textOf(part: unknown): string {
  if (!isNode(part)) return JSON.stringify(part);
  const parts = [part.args].flat(2);
  return `${part.op}(${parts.map(textOf).join()})`;
}
