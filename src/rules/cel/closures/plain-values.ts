/** Plain values of an event, read from the event itself, and the operators, functions and methods over them. */
import type { Event } from "../../../model/event.ts";
import { plainNumber } from "../../../model/numbers.ts";
import { foldSearched } from "../keyword-lists.ts";
import type { Language } from "../language.ts";
import { longestText } from "../meter.ts";
import { roundTo } from "../numbers.ts";
import { type FieldType, listLimit } from "../records.ts";
import { namedList, type Reference, rowLook } from "../reference.ts";
import { literalText, type Node } from "../syntax.ts";

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

export type Plain = string | number | boolean;

/** An expression as a function of the event; undefined where it has no value. Costs a bounded time and never throws. */
export type Closure = (event: Event) => Plain | undefined;

export interface FieldPath {
  /** As it is written: now.code. */
  readonly name: string;
  readonly type: "string" | "number" | "boolean";
  /** The value as it stands in the event. */
  readonly raw: (event: Event) => unknown;
  /** A value of another type is none, like one that is absent. Of a long text the start is read. */
  readonly read: Closure;
  /** The key by which its row is found, if it is a column of one: without that, nothing can be said of the row. */
  readonly key?: Closure;
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
  const at = typeof key === "string" ? () => key : key.read;
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

function reader(type: FieldPath["type"], raw: FieldPath["raw"]): Closure {
  return (event) => plainOf(raw(event), type);
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
export function plainTypeOf(checked: string | undefined): FieldPath["type"] | undefined {
  return checkedTypes[checked ?? ""];
}

/** Reads as much of the list that a node names in the event as expressions see; undefined where there is none. */
export function listReader(
  { op, args }: Node,
  language: Language,
): ((event: Event) => readonly unknown[] | undefined) | undefined {
  if (op === "id") {
    return args === "changed" ? ({ data }) => seen(data.changed ?? [], 0, listLimit) : undefined;
  }
  if (op !== ".") return undefined;
  const [owner, field] = args as [Node, string];
  if (owner.op !== "id" || (owner.args !== "now" && owner.args !== "was")) return undefined;
  const isList = language.shapes.get("Item")?.get(field)?.kind === "list";
  const raw = isList ? rawReader(owner.args, field) : undefined;
  return raw && ((event) => seen(raw(event), -listLimit));
}

function seen(value: unknown, from: number, to?: number): readonly unknown[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.length > listLimit ? value.slice(from, to) : value;
}

type Compute = (left: Plain, right: Plain) => Plain | undefined;

// The check has made sure that both sides are texts, or both numbers.
const numeric = (compute: (left: number, right: number) => Plain) => compute as Compute;

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

/** False where one side is, whatever the other; no value where that does not decide. */
export function both(left: Closure, right: Closure): Closure {
  return (event) => {
    const first = left(event);
    if (first === false) return false;
    const second = right(event);
    return first === true || second === false ? second : undefined;
  };
}

/** True where one side is, whatever the other; no value where that does not decide. */
export function either(left: Closure, right: Closure): Closure {
  return (event) => {
    const first = left(event);
    if (first === true) return true;
    const second = right(event);
    return first === false || second === true ? second : undefined;
  };
}

type ComputeCall = (...values: Plain[]) => Plain;

// The check has made sure of the types.
const numbers = (compute: (...values: number[]) => number) => compute as ComputeCall;
const texts = (compute: (text: string, part: string) => boolean) => compute as ComputeCall;

export const plainFunctions: Readonly<Record<string, ComputeCall>> = {
  abs: numbers((value = 0) => Math.abs(value)),
  min: numbers(Math.min),
  max: numbers(Math.max),
  round: numbers((value = 0, digits) => (digits === undefined ? Math.round(value) : roundTo(value, digits))),
  own_string: (value = "") => (typeof value === "number" ? plainNumber(value) : String(value)),
};

export const methods: Readonly<Record<string, ComputeCall>> = {
  own_contains: texts((text, part) => foldSearched(text).includes(foldSearched(part))),
  own_startsWith: texts((text, part) => foldSearched(text).startsWith(foldSearched(part))),
  own_endsWith: texts((text, part) => foldSearched(text).endsWith(foldSearched(part))),
};
