/** Fields of an event that hold plain values, read from the event itself. */
import type { Event } from "../../model/event.ts";
import type { Language } from "../cel/language.ts";
import { longestText } from "../cel/meter.ts";
import type { FieldType } from "../cel/shape.ts";
import type { Node } from "../cel/syntax.ts";

export type Plain = string | number | boolean;

/** What an event says; undefined where the expression has no value. Costs a bounded time and never throws. */
export type Closure = (event: Event) => Plain | undefined;

export interface FieldPath {
  /** As it is written: now.code. */
  readonly name: string;
  readonly type: "string" | "number" | "boolean";
  /** The value as it stands in the event. */
  readonly raw: (event: Event) => unknown;
  /** A value of another type is none, like one that is absent. Of a long text the start is read. */
  readonly read: Closure;
}

const plainTypes: Partial<Record<FieldType["kind"], FieldPath["type"]>> = {
  text: "string",
  number: "number",
  truth: "boolean",
};

/** The path that a node is, where it names a field of `now`, `was` or `event` with one plain type. */
export function fieldPath(node: Node | undefined, language: Language): FieldPath | undefined {
  if (node?.op !== ".") return undefined;
  const [owner, field] = node.args as [Node, string];
  if (owner.op !== "id") return undefined;
  const shape = language.shapes.get(owner.args === "event" ? "Event" : "Item");
  const type = plainTypes[shape?.get(field)?.kind ?? "any"];
  const name = `${owner.args}.${field}`;
  const known = paths.get(`${type} ${name}`);
  if (known !== undefined) return known;
  const raw = rawReader(owner.args, field);
  if (type === undefined || raw === undefined) return undefined;
  const path = { name, type, raw, read: reader(type, raw) };
  paths.set(`${type} ${name}`, path);
  return path;
}

/**
 * One object a path, whatever names it: thousands of rules that read the same field then read it through the same few
 * bytes of memory. As many as the fields of all types of events.
 */
const paths = new Map<string, FieldPath>();

export function rawReader(owner: unknown, field: string): FieldPath["raw"] | undefined {
  switch (owner) {
    case "now":
      return (event) => event.data.now[field];
    case "was":
      return (event) => event.data.was?.[field];
    case "event":
      return (event) => (event as unknown as Readonly<Record<string, unknown>>)[field];
    default:
      return undefined;
  }
}

function reader(type: FieldPath["type"], raw: FieldPath["raw"]): Closure {
  return (event) => {
    const value = raw(event);
    if (typeof value !== type) return undefined;
    return typeof value === "string" && value.length > longestText
      ? value.slice(0, longestText)
      : (value as Plain);
  };
}
