/**
 * Shapes of items, read from the model's zod schemas, and typed records for the expression language: it accepts an
 * object only as an instance of the class that its environment registered. An instance holds the declared fields that
 * are there, and nothing else.
 */
import type { Environment } from "@marcbachmann/cel-js";
import type { z } from "zod";
import { markOf } from "../../model/fields.ts";
import { longestText } from "./meter.ts";

export type FieldType =
  | { readonly kind: "text"; readonly values?: readonly string[] }
  /** `grouped`: as its words in mails have it. */
  | { readonly kind: "number"; readonly grouped?: false }
  | { readonly kind: "truth" }
  /** Different things in different items; checked only when it is asked. */
  | { readonly kind: "any" }
  | { readonly kind: "list"; readonly element: FieldType }
  | { readonly kind: "names"; readonly element: FieldType }
  | { readonly kind: "object"; readonly shape: Shape };

export type Shape = ReadonlyMap<string, FieldType>;

interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly entries?: Record<string, string>;
}

export function shapeOf(schema: z.ZodType): Shape {
  const type = fieldType(schema);
  if (type.kind !== "object") throw new TypeError("an item is an object");
  return type.shape;
}

function fieldType(schema: z.ZodType | undefined): FieldType {
  const definition = schema?.def as unknown as Definition | undefined;
  switch (definition?.type) {
    case "string":
      return { kind: "text" };
    case "enum":
      return { kind: "text", values: Object.values(definition.entries ?? {}) };
    case "number":
      return markOf(schema as z.ZodType)?.words?.grouped === false
        ? { kind: "number", grouped: false }
        : { kind: "number" };
    case "boolean":
      return { kind: "truth" };
    case "array":
      return { kind: "list", element: fieldType(definition.element) };
    case "record":
      return { kind: "names", element: fieldType(definition.valueType) };
    case "object": {
      const fields = Object.entries(definition.shape ?? {});
      return { kind: "object", shape: new Map(fields.map(([name, field]) => [name, fieldType(field)])) };
    }
    case "optional":
    case "default":
    case "nullable":
      return fieldType(definition.innerType);
    default:
      return { kind: "any" };
  }
}

/** A shape with every field of all of them; a field whose types differ is "any". */
export function unionShape(shapes: Iterable<Shape>): Shape {
  const union = new Map<string, FieldType>();
  for (const shape of shapes) {
    for (const [name, type] of shape) {
      const before = union.get(name);
      union.set(name, before === undefined ? type : common(before, type));
    }
  }
  return union;
}

function common(a: FieldType, b: FieldType): FieldType {
  if (a.kind !== b.kind) return { kind: "any" };
  if (a.kind === "text" && b.kind === "text") {
    if (a.values === undefined || b.values === undefined) return { kind: "text" };
    return { kind: "text", values: [...new Set([...a.values, ...b.values])] };
  }
  if (a.kind === "list" && b.kind === "list") return { kind: "list", element: common(a.element, b.element) };
  if (a.kind === "names" && b.kind === "names")
    return { kind: "names", element: common(a.element, b.element) };
  if (a.kind === "number" && b.kind === "number" && a.grouped !== b.grouped) return { kind: "number" };
  if (a.kind === "object" && b.kind === "object") {
    return { kind: "object", shape: unionShape([a.shape, b.shape]) };
  }
  return a;
}

/** Shape of `event`: the envelope without its data. */
export function envelopeShape(types: readonly string[]): Shape {
  const names = ["id", "source", "subject", "time", "published", "occurred"];
  const fields = names.map((name): [string, FieldType] => [name, { kind: "text" }]);
  return new Map([...fields, ["type", { kind: "text", values: types }], ["simulated", { kind: "truth" }]]);
}

/** The longest part of a list that expressions see: its end, where the newest is. */
export const listLimit = 1_000;

export interface Registry {
  readonly environment: Environment;
  readonly known: Map<string, Shape>;
}

/** Makes a value of an event one for expressions; never given null or undefined. */
type Wrap = (raw: unknown) => unknown;

/** A type of records: what makes one of them whole, or one field of it. */
export interface RecordType {
  /** Anything but an object has no fields. */
  wrap(raw: unknown): object;
  readonly fields: ReadonlyMap<string, Wrap>;
}

/** Registers a shape, and those inside it, and gives what makes instances of it. `known` learns their names. */
export function registerShape(registry: Registry, name: string, shape: Shape): RecordType {
  registry.known.set(name, shape);
  const types: Record<string, string> = {};
  const fields = new Map<string, Wrap>();
  for (const [field, type] of shape) {
    const { celType, wrap } = registerField(registry, `${name}_${field}`, type);
    types[field] = celType;
    fields.set(field, wrap);
  }
  class CelRecord {
    constructor(raw: unknown) {
      for (const [field, wrap] of fields) {
        const value = fieldOf(raw, field);
        if (value !== undefined) (this as Record<string, unknown>)[field] = wrap(value);
      }
    }
  }
  registry.environment.registerType(name, { ctor: CelRecord, fields: types });
  return { wrap: (raw) => new CelRecord(raw), fields };
}

/** The value of a field that is there: neither null nor inherited. */
export function fieldOf(raw: unknown, field: string): unknown {
  if (typeof raw !== "object" || raw === null || !Object.hasOwn(raw, field)) return undefined;
  return (raw as Readonly<Record<string, unknown>>)[field] ?? undefined;
}

interface Field {
  readonly celType: string;
  readonly wrap: Wrap;
}

const asItIs: Wrap = (raw) => raw;

const bounded: Wrap = (raw) =>
  typeof raw === "string" && raw.length > longestText ? raw.slice(0, longestText) : raw;

function registerField(registry: Registry, name: string, type: FieldType): Field {
  switch (type.kind) {
    case "text":
      return { celType: "string", wrap: bounded };
    case "number":
      return { celType: "double", wrap: asItIs };
    case "truth":
      return { celType: "bool", wrap: asItIs };
    case "any":
      return { celType: "dyn", wrap: bounded };
    case "list": {
      const { celType, wrap } = registerField(registry, name, type.element);
      return { celType: `list<${celType}>`, wrap: listWrap(wrap) };
    }
    case "names":
      return { celType: `map<string, ${registerField(registry, name, type.element).celType}>`, wrap: asItIs };
    case "object":
      return { celType: name, wrap: registerShape(registry, name, type.shape).wrap };
  }
}

/** Many rules look through the same list of an event. */
function listWrap(wrap: Wrap): Wrap {
  const made = new WeakMap<readonly unknown[], readonly unknown[]>();
  return (raw) => {
    if (!Array.isArray(raw)) return raw;
    const known = made.get(raw);
    if (known !== undefined) return known;
    const list = raw.slice(-listLimit).map(wrap);
    made.set(raw, list);
    return list;
  };
}
