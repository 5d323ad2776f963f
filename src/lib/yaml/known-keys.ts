import type { z } from "zod";

/** The keys that a schema knows for the map at a path; of several forms, those of all of them. */
export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let here = unwrapped(schema);
  for (const step of path) here = here.flatMap((part) => unwrapped(child(part, step)));
  return [...new Set(here.flatMap((part) => (part.type === "object" ? Object.keys(part.shape ?? {}) : [])))];
}

/** The part of a zod definition that is read here. */
interface Definition {
  readonly type: string;
  readonly shape?: Record<string, z.ZodType>;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly in?: z.ZodType;
  readonly options?: readonly z.ZodType[];
}

// Optional, default, transformed and alternative schemas give way to what they hold.
function unwrapped(schema: z.ZodType | undefined): Definition[] {
  if (schema === undefined) return [];
  const definition = schema.def as unknown as Definition;
  if (definition.options !== undefined) return definition.options.flatMap(unwrapped);
  const inner = definition.innerType ?? definition.in;
  return inner === undefined ? [definition] : unwrapped(inner);
}

function child({ type, shape, element, valueType }: Definition, step: PropertyKey): z.ZodType | undefined {
  if (type === "object") return shape?.[String(step)];
  return type === "array" ? element : valueType;
}
