/** Values of settings may come from the environment or a file; a schema for editors has to allow for that. */

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schema of a value that is filled in, see interpolate.ts. */
export const filledIn: JsonSchema = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written in the settings
  description: "a value from the environment, ${NAME} or ${NAME:-default}, or from a file, ${file:PATH}",
  type: "string",
  pattern: "\\$\\{",
};

const scalars: readonly unknown[] = ["string", "number", "integer", "boolean"];
const annotations: readonly string[] = ["description", "default", "examples", "title"];

/** The schema in which every text, number, true and false may also be filled in, by a reference to `filledIn`. */
export function allowFilledIn(schema: JsonSchema): JsonSchema {
  const inside = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, mapped(key, value)]));
  if (!scalars.includes(schema.type) || Object.keys(schema).every((key) => isFree(schema, key)))
    return inside;
  const entries = Object.entries(inside);
  const about = entries.filter(([key]) => annotations.includes(key));
  const form = entries.filter(([key]) => !annotations.includes(key));
  return {
    ...Object.fromEntries(about),
    anyOf: [Object.fromEntries(form), { $ref: "#/definitions/filledIn" }],
  };
}

/** Any text does. */
function isFree(schema: JsonSchema, key: string): boolean {
  return annotations.includes(key) || (key === "type" && schema.type === "string");
}

function mapped(key: string, value: unknown): unknown {
  if (key === "properties" || key === "definitions") return mapValues(value as JsonSchema);
  if (["items", "additionalProperties"].includes(key) && typeof value === "object" && value !== null)
    return allowFilledIn(value as JsonSchema);
  if (["anyOf", "oneOf"].includes(key)) return (value as JsonSchema[]).map(allowFilledIn);
  return value;
}

function mapValues(schemas: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, allowFilledIn(schema as JsonSchema)]),
  );
}
