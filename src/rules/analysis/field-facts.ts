/** What is known of the fields of events before any event came: their kind, their values, whether they are there. */
import type * as z from "zod";
import type { EventType } from "../../model/event-types.ts";
import type { EventTypes } from "../../model/known-types.ts";
import type { Language } from "../cel/language.ts";
import { above, everything, only, type ValueSet } from "./value-set.ts";

interface FieldFacts {
  /** Every value that the field can have. */
  readonly values: ValueSet;
  /** What the values are; undefined where that depends on the event. */
  readonly kind: "number" | "text" | undefined;
  /** Whether events have it; undefined where some do. */
  readonly isThere: boolean | undefined;
}

/** Facts by path: `now.ratio`, `was.ratio`, `event.type`. A path that is not there is not known. */
export type Facts = ReadonlyMap<string, FieldFacts>;

const alwaysInEnvelope = new Set(["id", "source", "subject", "time", "type"]);

export function factsOf(types: readonly EventType[], { known }: EventTypes, language: Language): Facts {
  const facts = new Map<string, FieldFacts>();
  const items = types.flatMap((type) => known.get(type)?.item ?? []);
  const hasNoBefore = types.every((type) => known.get(type)?.isFirst === true);
  for (const [name, type] of language.shapes.get("Item") ?? []) {
    const fields = items.map(({ shape }) => shape[name] as z.ZodType | undefined);
    const isNeededByAll = fields.every((field) => field !== undefined && isNeeded(field));
    const kind = type.kind === "number" || type.kind === "text" ? type.kind : undefined;
    const values = kind === undefined ? everything : valuesOf(type, fields);
    facts.set(`now.${name}`, { values, kind, isThere: isNeededByAll || undefined });
    facts.set(`was.${name}`, { values, kind, isThere: hasNoBefore ? false : undefined });
  }
  for (const [name, type] of language.shapes.get("Event") ?? []) {
    const isThere = alwaysInEnvelope.has(name) || undefined;
    facts.set(`event.${name}`, { values: valuesOf(type, []), kind: "text", isThere });
  }
  return facts;
}

function valuesOf(
  type: { readonly kind: string; readonly values?: readonly string[] },
  fields: readonly (z.ZodType | undefined)[],
): ValueSet {
  if (type.values !== undefined) return only(type.values);
  if (type.kind !== "number") return everything;
  const least = fields.map(leastOf);
  const known = least.filter((value) => value !== undefined);
  return known.length === 0 || known.length < least.length ? everything : above(Math.min(...known), true);
}

/** The least number that the model says a field has. */
function leastOf(field: z.ZodType | undefined): number | undefined {
  const inner = (field?.def as { innerType?: z.ZodType } | undefined)?.innerType;
  const least = field?.meta()?.minimum ?? inner?.meta()?.minimum;
  return typeof least === "number" ? least : undefined;
}

// A null is as absent as nothing.
function isNeeded(field: z.ZodType): boolean {
  return !field.safeParse(undefined).success && !field.safeParse(null).success;
}
