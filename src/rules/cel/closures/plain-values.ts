/** Plain values of an event, read from the event itself, and the operators over them. */
import type { Event } from "../../../model/event.ts";
import type { Closure, Language, Variables } from "../language.ts";
import { longestText } from "../meter.ts";
import type { FieldType } from "../records.ts";
import { namedList, type Reference, rowLook } from "../reference.ts";
import { literalText, type Node } from "../syntax.ts";

export type Plain = string | number | boolean;

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

/** The values of a list that is written out, or that has a name. */
export function literalList(node: Node | undefined, { reference }: Language): ReadonlySet<Plain> | undefined {
  if (node?.op === "list") {
    const nodes = node.args as Node[];
    const values = nodes.map(literal).filter((value) => value !== undefined);
    return values.length === 0 || values.length < nodes.length ? undefined : new Set(values);
  }
  const named = namedList(node, reference);
  return named && setOf(named);
}

/** One set for all rules that name the list. */
const sets = new WeakMap<readonly string[], ReadonlySet<Plain>>();

function setOf(list: readonly string[]): ReadonlySet<Plain> {
  const known = sets.get(list) ?? new Set<Plain>(list);
  sets.set(list, known);
  return known;
}

/** A closure whose value is plain. */
export type PlainClosure = (variables: Variables) => Plain | undefined;

export interface FieldPath {
  /** As it is written: now.code. */
  readonly name: string;
  readonly type: "string" | "number" | "boolean";
  /** The value as it stands in the event. */
  readonly raw: (event: Event) => unknown;
  /** A value of another type is none, like one that is absent. Of a long text the start is read. */
  readonly read: PlainClosure;
  /** The key by which its row is found, if it is a column of one: without that, nothing can be said of the row. */
  readonly key?: (event: Event) => Plain | undefined;
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
  if (owner.op !== "id") return rowPath(owner, field, language);
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

const rowPaths = new WeakMap<Reference, Map<string, FieldPath>>();

/** The path of a column of reference data, such as `mine(now.code).short`: a field of the event, as it were. */
function rowPath(owner: Node, field: string, language: Language): FieldPath | undefined {
  const { reference, shapes } = language;
  const look = rowLook(owner, reference);
  const type = look && plainTypes[shapes.get(look.type)?.get(field)?.kind ?? "any"];
  const key = look && (literalText(look.key) ?? fieldPath(look.key, language));
  if (reference === undefined || look === undefined || type === undefined || key === undefined)
    return undefined;
  const named = typeof key === "string" ? JSON.stringify(key) : key.name;
  const name = `${look.type}[${named}].${field}`;
  const known = rowPaths.get(reference) ?? new Map<string, FieldPath>();
  rowPaths.set(reference, known);
  const before = known.get(name);
  if (before !== undefined) return before;
  const { rows } = look;
  const at = typeof key === "string" ? () => key : (event: Event) => plainOf(key.raw(event), key.type);
  const raw: FieldPath["raw"] = (event) => rows.get(at(event) as string)?.[field];
  const path = { name, type, raw, read: reader(type, raw), key: at };
  known.set(name, path);
  return path;
}

function rawReader(owner: unknown, field: string): FieldPath["raw"] | undefined {
  switch (owner) {
    case "now":
      return (event) => event.data.now[field];
    case "was":
      return (event) => event.data.was?.[field];
    case "event":
      if (field === "simulated") return (event) => event.simulated === true;
      return (event) => (event as unknown as Readonly<Record<string, unknown>>)[field];
    default:
      return undefined;
  }
}

function reader(type: FieldPath["type"], raw: FieldPath["raw"]): PlainClosure {
  return ({ event }) => plainOf(raw(event), type);
}

/** A value as expressions see it, where it has the type. */
export function plainOf(value: unknown, type: FieldPath["type"]): Plain | undefined {
  if (typeof value !== type) return undefined;
  return typeof value === "string" && value.length > longestText
    ? value.slice(0, longestText)
    : (value as Plain);
}

const checkedTypes: Readonly<Record<string, FieldPath["type"]>> = {
  string: "string",
  double: "number",
  bool: "boolean",
};

/** The plain type that the check found; undefined: none. */
export function plainTypeOf({ checkedType }: Node): FieldPath["type"] | undefined {
  return checkedTypes[checkedType?.name ?? ""];
}

type Compute = (left: Plain, right: Plain) => Plain | undefined;

// The check has made sure that both sides are texts, or both numbers.
const numeric = (compute: (left: number, right: number) => Plain) => compute as Compute;

/** Operators over two values of one plain type. */
export const binary: Readonly<Record<string, Compute>> = {
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
  "+": (left, right) =>
    typeof left === "string" ? joined(left, right as string) : (left as number) + (right as number),
  "-": numeric((left, right) => left - right),
  "*": numeric((left, right) => left * right),
  "/": numeric((left, right) => left / right),
  "%": numeric((left, right) => left % right),
};

// A text that is made may not be longer than one that is seen.
function joined(left: string, right: string): string | undefined {
  return left.length + right.length > longestText ? undefined : left + right;
}

/** A closure whose value is known. */
export function constant(value: unknown): Closure {
  return () => value;
}
