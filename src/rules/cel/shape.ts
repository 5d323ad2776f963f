/** What the rule language knows of an item: its fields and their types, read from the model's zod schemas. */
import type { z } from "zod";

export type FieldType =
  | { readonly kind: "text"; readonly values?: readonly string[] }
  | { readonly kind: "number" }
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
      return { kind: "number" };
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
  if (a.kind === "object" && b.kind === "object") {
    return { kind: "object", shape: unionShape([a.shape, b.shape]) };
  }
  return a;
}

/** What `event` holds: the envelope without its data. */
export function envelopeShape(types: readonly string[]): Shape {
  const names = ["id", "source", "subject", "time", "published", "occurred"];
  const fields = names.map((name): [string, FieldType] => [name, { kind: "text" }]);
  return new Map([...fields, ["type", { kind: "text", values: types }]]);
}
