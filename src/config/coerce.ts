import type { z } from "zod";
import type { Interpolated } from "./interpolate.ts";

/** Converts text from the environment: if the schema wants a number or true and false, it is read as one. Text in the file itself stays text. */
export function coerceFilled(schema: z.ZodType, { value, filled }: Interpolated): unknown {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success || filled.size === 0) return value;
  const copy = structuredClone(value);
  for (const issue of parsed.error.issues) {
    if (issue.code !== "invalid_type" || !filled.has(JSON.stringify(issue.path))) continue;
    replaceAt(copy, issue.path, (text) => readAs(issue.expected, text));
  }
  return copy;
}

function readAs(expected: string, text: unknown): unknown {
  if (typeof text !== "string") return text;
  if ((expected === "number" || expected === "int") && /^-?\d+(\.\d+)?$/.test(text.trim()))
    return Number(text);
  if (expected === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function replaceAt(root: unknown, path: readonly PropertyKey[], change: (value: unknown) => unknown): void {
  let parent = root as Record<PropertyKey, unknown>;
  for (const step of path.slice(0, -1)) parent = parent[step] as Record<PropertyKey, unknown>;
  const last = path.at(-1);
  if (last !== undefined) parent[last] = change(parent[last]);
}
