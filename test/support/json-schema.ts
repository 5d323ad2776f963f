/** As much of JSON Schema draft 7 as the schemas for editors use; an unknown keyword throws. */

type Schema = Readonly<Record<string, unknown>>;
type Check = (asked: never, value: unknown, schema: Schema, root: Schema) => boolean;

/** Whether a value is as the schema says. */
export function isValid(schema: unknown, value: unknown, root = schema as Schema): boolean {
  if (typeof schema === "boolean") return schema;
  const here = schema as Schema;
  if (typeof here.$ref === "string") return isValid(resolve(here.$ref, root), value, root);
  return Object.entries(here).every(([keyword, asked]) => {
    if (ignored.has(keyword)) return true;
    const check = checks[keyword];
    if (check === undefined) throw new Error(`the keyword ${keyword} is not known`);
    return check(asked as never, value, here, root);
  });
}

// Texts with a format have a pattern as well.
const ignored = new Set(["$schema", "title", "description", "default", "examples", "definitions", "format"]);

const checks: Readonly<Record<string, Check>> = {
  type: (types: string | string[], value) => [types].flat().some((type) => isOfType(type, value)),
  enum: (values: unknown[], value) => values.includes(value),
  const: (wanted: unknown, value) => value === wanted,
  not: (other: Schema, value, _, root) => !isValid(other, value, root),
  anyOf: (others: Schema[], value, _, root) => others.some((other) => isValid(other, value, root)),
  allOf: (others: Schema[], value, _, root) => others.every((other) => isValid(other, value, root)),
  oneOf: (others: Schema[], value, _, root) =>
    others.filter((other) => isValid(other, value, root)).length === 1,
  if: (condition: Schema, value, { then = true }, root) =>
    !isValid(condition, value, root) || isValid(then, value, root),
  // biome-ignore lint/suspicious/noThenProperty: a keyword, seen by `if`
  then: () => true,
  pattern: (pattern: string, value) => typeof value !== "string" || new RegExp(pattern, "u").test(value),
  minLength: (least: number, value) => typeof value !== "string" || [...value].length >= least,
  minimum: (least: number, value) => typeof value !== "number" || value >= least,
  maximum: (most: number, value) => typeof value !== "number" || value <= most,
  exclusiveMinimum: (least: number, value) => typeof value !== "number" || value > least,
  minItems: (least: number, value) => !Array.isArray(value) || value.length >= least,
  maxItems: (most: number, value) => !Array.isArray(value) || value.length <= most,
  items: (item: Schema, value, _, root) =>
    !Array.isArray(value) || value.every((each) => isValid(item, each, root)),
  required: (names: string[], value) => !isMap(value) || names.every((name) => Object.hasOwn(value, name)),
  dependencies: (needed: Record<string, string[]>, value) =>
    !isMap(value) ||
    Object.entries(needed).every(
      ([name, others]) => !Object.hasOwn(value, name) || others.every((other) => Object.hasOwn(value, other)),
    ),
  properties: (schemas: Record<string, Schema>, value, _, root) =>
    !isMap(value) ||
    Object.entries(schemas).every(
      ([name, schema]) => !Object.hasOwn(value, name) || isValid(schema, value[name], root),
    ),
  propertyNames: (names: Schema, value, _, root) =>
    !isMap(value) || Object.keys(value).every((name) => isValid(names, name, root)),
  additionalProperties: (others: Schema | boolean, value, { properties = {} }, root) =>
    !isMap(value) ||
    Object.entries(value).every(
      ([name, each]) => Object.hasOwn(properties as object, name) || isValid(others, each, root),
    ),
};

function isOfType(type: string, value: unknown): boolean {
  if (type === "object") return isMap(value);
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function resolve(reference: string, root: Schema): unknown {
  const steps = reference.slice("#/".length).split("/");
  return steps.reduce<unknown>((here, step) => (here as Schema)[step.replaceAll("~1", "/")], root);
}
