/** Facts about the fields of events, from the model: their kind, whether they are there, and their values as ranges in order. */
import type * as z from "zod";
import type { EventType } from "../../model/event.ts";
import type { EventTypes } from "../../model/event-types.ts";
import type { Language } from "../cel/language.ts";

interface FieldFacts {
  /** Every value that the field can have. */
  readonly values: ValueSet;
  /** Kind of the values; undefined where that depends on the event. */
  readonly kind: "number" | "text" | undefined;
  /** Whether events have it; undefined where some do. */
  readonly isThere: boolean | undefined;
}

/** Facts by path: `now.ratio`, `was.ratio`, `event.type`. A path that is not there is not known. */
export type FactsByPath = ReadonlyMap<string, FieldFacts>;

/** Whether the names of fields that differ are there: events that nothing went before have none. */
export const changedPath = "changed";

const alwaysInEnvelope = new Set(["id", "source", "subject", "time", "type"]);

// Thousands of rules are about the same events.
const known = new WeakMap<Language, Map<string, FactsByPath>>();

/** Facts about events of some of the types that the language is over. */
export function factsAbout(types: readonly EventType[], all: EventTypes, language: Language): FactsByPath {
  const ofLanguage = known.get(language) ?? new Map<string, FactsByPath>();
  known.set(language, ofLanguage);
  const key = types.join();
  const facts = ofLanguage.get(key) ?? findFacts(types, all, language);
  ofLanguage.set(key, facts);
  return facts;
}

function findFacts(types: readonly EventType[], { known }: EventTypes, language: Language): FactsByPath {
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

/**
 * Sets of numbers or of texts, as ranges in their order: what a comparison with a literal lets a value be. They are
 * never smaller than the truth: between two values there is taken to be another.
 */
export type Ordered = number | string;

/** An end that is left out is open to all sides. */
interface Range {
  readonly low?: End;
  readonly high?: End;
}

interface End {
  readonly value: Ordered;
  readonly included: boolean;
}

/** Ranges that do not overlap, in order. All values of a set are of one type. */
export type ValueSet = readonly Range[];

const everything: ValueSet = [{}];

export function only(values: Iterable<Ordered>): ValueSet {
  const sorted = [...new Set(values)].sort((a, b) => (a < b ? -1 : 1));
  return sorted.map((value) => ({ low: { value, included: true }, high: { value, included: true } }));
}

export function below(value: Ordered, included: boolean): ValueSet {
  return [{ high: { value, included } }];
}

export function above(value: Ordered, included: boolean): ValueSet {
  return [{ low: { value, included } }];
}

/** All values that are not in the set. */
export function complement(set: ValueSet): ValueSet {
  const ranges: Range[] = [];
  let low: End | undefined;
  for (const range of set) {
    if (range.low !== undefined) ranges.push({ ...(low && { low }), high: turned(range.low) });
    if (range.high === undefined) return ranges.filter(isInhabited);
    low = turned(range.high);
  }
  return [...ranges, low === undefined ? {} : { low }].filter(isInhabited);
}

export function intersection(a: ValueSet, b: ValueSet): ValueSet {
  const ranges: Range[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [first, second] = [a[i] ?? {}, b[j] ?? {}];
    const low = later(first.low, second.low);
    const high = earlier(first.high, second.high);
    const shared = { ...(low && { low }), ...(high && { high }) };
    if (isInhabited(shared)) ranges.push(shared);
    // The range that ends first meets nothing more of the other set.
    if (high !== undefined && high === first.high) i++;
    else j++;
  }
  return ranges;
}

function turned({ value, included }: End): End {
  return { value, included: !included };
}

function isInhabited({ low, high }: Range): boolean {
  if (low === undefined || high === undefined || low.value < high.value) return true;
  return low.value === high.value && low.included && high.included;
}

function later(a: End | undefined, b: End | undefined): End | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.value === b.value) return a.included ? b : a;
  return a.value > b.value ? a : b;
}

function earlier(a: End | undefined, b: End | undefined): End | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  if (a.value === b.value) return a.included ? b : a;
  return a.value < b.value ? a : b;
}
