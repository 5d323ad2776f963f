/** Facts about the fields of events, from the model: their kind, their values, whether they are there. */
import type * as z from "zod";
import type { EventType, EventTypes } from "../../model/event-types.ts";
import type { Language } from "../cel/language.ts";
import { above, everything, only, type ValueSet } from "./value-set.ts";

interface FieldFacts {
  /** Every value that the field can have. */
  readonly values: ValueSet;
  /** Kind of the values; undefined where that depends on the event. */
  readonly kind: "number" | "text" | undefined;
  /** Whether events have it; undefined where some do. */
  readonly isThere: boolean | undefined;
}

/** Facts by path: `now.ratio`, `was.ratio`, `event.type`. A path that is not there is not known. */
export type Facts = ReadonlyMap<string, FieldFacts>;

/** Whether the names of fields that differ are there: events that nothing went before have none. */
export const changedPath = "changed";

const alwaysInEnvelope = new Set(["id", "source", "subject", "time", "type"]);

export function factsOf(types: readonly EventType[], { known }: EventTypes, language: Language): Facts {
  const facts = new Map<string, FieldFacts>();
  const items = types.flatMap((type) => known.get(type)?.item ?? []);
  const hasNoBefore = types.every((type) => known.get(type)?.hasNoWas === true);
  for (const [name, type] of language.shapes.get("Item") ?? []) {
    const fields = items.map(({ shape }) => shape[name] as z.ZodType | undefined);
    const isThere = fields.every((field) => field !== undefined && isNeeded(field)) || undefined;
    const isNowhere = fields.every((field) => field === undefined);
    const kind = type.kind === "number" || type.kind === "text" ? type.kind : undefined;
    const values = kind === undefined ? everything : valuesOf(type, fields);
    facts.set(`now.${name}`, { values, kind, isThere: isNowhere ? false : isThere });
    facts.set(`was.${name}`, { values, kind, isThere: isNowhere || hasNoBefore ? false : undefined });
  }
  facts.set(changedPath, { values: everything, kind: undefined, isThere: hasNoBefore ? false : undefined });
  for (const [name, type] of language.shapes.get("Event") ?? []) {
    const isThere = alwaysInEnvelope.has(name) || undefined;
    const values = name === "type" ? only(types) : valuesOf(type, []);
    facts.set(`event.${name}`, { values, kind: "text", isThere });
  }
  return facts;
}

/** Types apart whose events have other fields: of none of them is more known than of all together. */
export function kindsOf(types: readonly EventType[], { known }: EventTypes): EventType[][] {
  const kinds = new Map<unknown, Map<boolean, EventType[]>>();
  for (const type of types) {
    const { item, hasNoWas = false } = known.get(type) ?? {};
    const own = kinds.get(item) ?? new Map<boolean, EventType[]>();
    kinds.set(item, own);
    own.set(hasNoWas, [...(own.get(hasNoWas) ?? []), type]);
  }
  return [...kinds.values()].flatMap((own) => [...own.values()]);
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
