/** JSON Schema of what a person writes into a file, for editors. */
import * as z from "zod";

/**
 * Draft 7, of the input. Zod leaves the examples and the default out where a value is changed while it is read;
 * here they stand, as they would be written.
 */
export function editorSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    io: "input",
    target: "draft-7",
    override({ zodSchema, jsonSchema }) {
      const written = z.globalRegistry.get(zodSchema)?.examples;
      if (written !== undefined) jsonSchema.examples = written as unknown[];
      const fallback = defaultOf(zodSchema);
      if (fallback !== undefined) jsonSchema.default ??= fallback as typeof jsonSchema.default;
    },
  });
}

/** Finds the default of a key that may be left out, if it can be written in a file. */
function defaultOf(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod;
  if (!("defaultValue" in def) || def.type !== "default") return undefined;
  return z.safeParse(schema, def.defaultValue).success ? def.defaultValue : undefined;
}
