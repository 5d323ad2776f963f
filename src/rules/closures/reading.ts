/** Readings of an event that many rules share, so that each is computed once for all of them. */

import { foldSearched } from "../cel/keyword-lists.ts";
import type { Language } from "../cel/language.ts";
import { isNode, type Node } from "../cel/syntax.ts";
import { compileClosure } from "./compile-closure.ts";
import { type FieldPath, fieldPath, plainTypeOf } from "./plain-values.ts";

/** A field, or a sum of fields and such. `raw` may give a value of another type, which is none. */
export type Reading = Pick<FieldPath, "name" | "type" | "raw">;

/** Sums mean the same only in one language, whose fields and lists they name. */
const known = new WeakMap<Language["bind"], Map<string, Reading>>();

/** One object for each expression. Undefined where only the library can evaluate it. */
export function reading(node: Node, language: Language): Reading | undefined {
  const path = fieldPath(node, language);
  if (path !== undefined) return path;
  const type = plainTypeOf(node.checkedType?.name);
  if (type === undefined) return undefined;
  const raw = compileClosure(node, language);
  return raw && remembered({ name: textOf(node), type, raw }, language);
}

/** A text made comparable, as the searches of the vocabulary look at it. */
export function foldedReading(node: Node, language: Language): Reading | undefined {
  const text = reading(node, language);
  if (text?.type !== "string") return undefined;
  const raw: Reading["raw"] = (event) => {
    const value = text.raw(event);
    return typeof value === "string" ? foldSearched(value) : undefined;
  };
  return remembered({ name: `fold ${text.name}`, type: "string", raw }, language);
}

function remembered(fresh: Reading, language: Language): Reading {
  const readings = known.get(language.bind) ?? new Map<string, Reading>();
  known.set(language.bind, readings);
  const before = readings.get(fresh.name);
  if (before === undefined) readings.set(fresh.name, fresh);
  return before ?? fresh;
}

function textOf(part: unknown): string {
  if (!isNode(part)) return JSON.stringify(part);
  const parts = [part.args].flat(2);
  return `${part.op}(${parts.map(textOf).join()})`;
}
