/**
 * A condition taken apart. It holds where each of its conjuncts is true: one that is false or has no value decides,
 * whatever the others say, so they may be asked in any order.
 */
import type { Event } from "../../model/event.ts";
import type { Language } from "../cel/language.ts";
import type { Node } from "../cel/syntax.ts";
import { type FieldPath, fieldPath, type Plain } from "../closures/field-path.ts";
import { literal, literalList } from "../closures/literals.ts";

/** True where the field is one of the values. */
export interface Equality {
  readonly path: FieldPath;
  readonly values: ReadonlySet<Plain>;
}

type Limit = string | number;

const bounds = {
  "<": (value: Limit, limit: Limit) => value < limit,
  "<=": (value: Limit, limit: Limit) => value <= limit,
  ">": (value: Limit, limit: Limit) => value > limit,
  ">=": (value: Limit, limit: Limit) => value >= limit,
};

/** True where the field is on this side of the limit. */
export interface Threshold {
  readonly path: FieldPath;
  readonly bound: keyof typeof bounds;
  readonly holds: (value: Limit, limit: Limit) => boolean;
  readonly limit: Limit;
}

export function conjuncts(node: Node): Node[] {
  return node.op === "&&" ? (node.args as Node[]).flatMap(conjuncts) : [node];
}

export function equality(node: Node, language: Language): Equality | undefined {
  if (node.op === "||") return alternatives(node, language);
  if (node.op === "in") {
    const [one, list] = node.args as [Node, Node];
    return equalityOf(fieldPath(one, language), literalList(list, language));
  }
  if (node.op !== "==") return undefined;
  const { path, value } = sides(node, language);
  return value === undefined ? undefined : equalityOf(path, new Set([value]));
}

/** The same field is one of these or one of those. */
function alternatives({ args }: Node, language: Language): Equality | undefined {
  const [left, right] = (args as Node[]).map((side) => equality(side, language));
  if (left === undefined || left.path.name !== right?.path.name) return undefined;
  return { path: left.path, values: new Set([...left.values, ...right.values]) };
}

function equalityOf(path: FieldPath | undefined, values: ReadonlySet<Plain> | undefined) {
  return path === undefined || values === undefined ? undefined : { path, values };
}

const mirrored = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;

export function threshold(node: Node, language: Language): Threshold | undefined {
  if (!Object.hasOwn(bounds, node.op)) return undefined;
  const written = node.op as keyof typeof bounds;
  const { path, value: limit, turned } = sides(node, language);
  if (path === undefined || limit === undefined || typeof limit === "boolean") return undefined;
  const bound = turned ? mirrored[written] : written;
  return { path, bound, holds: bounds[bound], limit };
}

export function passes({ path, holds, limit }: Threshold, event: Event): boolean {
  const value = path.raw(event) as Limit;
  return typeof value === path.type && holds(value, limit);
}

/** Of a comparison of a field and a value, in either order. */
function sides({ args }: Node, language: Language) {
  const [left, right] = args as [Node, Node];
  const path = fieldPath(left, language);
  if (path !== undefined) return { path, value: literal(right), turned: false };
  return { path: fieldPath(right, language), value: literal(left), turned: true };
}
