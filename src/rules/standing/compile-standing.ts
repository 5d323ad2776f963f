/** Compiles the values that a file names under `standing`; every mistake is reported at its place. */
import { createHash } from "node:crypto";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import type { EventTypes } from "../../model/event-types.ts";
import { compileCondition, compileExpression, type Expression } from "../cel/compile-expression.ts";
import type { GroupReading, Language, MeasureName, StandingMeasure, StandingValue } from "../cel/language.ts";
import { languageFor } from "../cel/language-for.ts";
import { fieldsNamed } from "../cel/named-fields.ts";
import type { Reference } from "../cel/reference.ts";
import type { FileContext } from "../context/file-context.ts";
import { measuresOf, type WrittenStanding, type WrittenValue } from "./standing-key.ts";
import { givesItem } from "./tallies.ts";

/** The values of a file; one with a mistake, which is reported, is left out. */
export function compileStanding(
  written: WrittenStanding,
  context: FileContext,
  reference: Reference,
): ReadonlyMap<string, StandingValue> {
  const around = { context, itemLanguage: itemLanguages(context.types, reference) };
  const values = Object.entries(written).flatMap(([name, one]) => compileOne(name, one, around) ?? []);
  return new Map(values.map((value) => [value.name, value]));
}

interface StandingAround {
  readonly context: FileContext;
  /** The language of a source's items, in which only they and lists are named; undefined: there is no such source. */
  itemLanguage(source: string): Language | undefined;
}

function itemLanguages(all: EventTypes, reference: Reference): StandingAround["itemLanguage"] {
  const languages = new Map<string, Language>();
  return (source) => {
    const types = [...all.known].flatMap(([type, { sources = [] }]) =>
      sources.includes(source) ? type : [],
    );
    if (types.length === 0) return undefined;
    const language = languages.get(source) ?? {
      ...languageFor(types, all, reference),
      names: ["now", "lists"],
    };
    languages.set(source, language);
    return language;
  };
}

/** Names of the sources that there are. */
function sourceNames({ known }: EventTypes): string[] {
  return [...new Set([...known.values()].flatMap(({ sources = [] }) => sources))];
}

function compileOne(name: string, written: WrittenValue, around: StandingAround): StandingValue | undefined {
  const { context, itemLanguage } = around;
  const path: Path = ["standing", name];
  const language = itemLanguage(written.of);
  if (language === undefined) {
    const message = `there is no source \`${written.of}\``;
    const sources = sourceNames(context.types);
    const meant = didYouMean(written.of, sources) ?? `there are ${sources.join(", ")}`;
    context.report(context.yaml.at([...path, "of"]), message, meant);
    return undefined;
  }
  const measure = compileMeasure(written, path, language, around);
  if (measure === undefined) return undefined;
  warnOfLeftOut(written.of, [...path, "of"], context);
  const { by, key = by, rank } = written;
  const nth = givesItem(measure.measure) ? (written.nth ?? 1) : undefined;
  const readings = new WeakMap<object, GroupReading>();
  return {
    name,
    measure,
    rank,
    nth,
    meaning: JSON.stringify([measure.id, key ?? null, rank ?? null, ...(nth === undefined ? [] : [nth])]),
    groupIn(asking) {
      const reading = readings.get(asking.environment) ?? groupReading(key, asking);
      readings.set(asking.environment, reading);
      return reading;
    },
  };
}

/** Warns once a file where the settings leave a source out of which something is named. */
export function warnOfLeftOut(source: string, path: Path, context: FileContext): void {
  const { settings, types, yaml } = context;
  const own = [...types.known].flatMap(([type, { sources }]) => (sources?.includes(source) ? type : []));
  const isLeftOut = own.length > 0 && own.every((type) => settings?.untold.has(type));
  if (!isLeftOut || !context.isFirstAbout(`standing ${source}`)) return;
  context.warn(
    yaml.at(path),
    `the settings leave \`${source}\` out: it has no items, and its values are absent`,
  );
}

/** Reads the group that an event asks about. Throws an ExpressionError. */
function groupReading(key: WrittenValue["key"], language: Language): GroupReading {
  if (key === undefined) return ({ event }) => event.subject;
  return groupBy([key].flat().map((source) => compileExpression(source, language)));
}

/** Reads the values by which things are grouped. */
function groupBy(values: readonly Expression[]): GroupReading {
  const [only] = values;
  if (values.length === 1 && only !== undefined)
    return (variables) => {
      const value = only.evaluate(variables);
      return typeof value === "string" ? value : groupOf([value]);
    };
  return (variables) => groupOf(values.map(({ evaluate }) => evaluate(variables)));
}

const numeric: readonly string[] = ["double", "int", "dyn"];
const plain: readonly string[] = [...numeric, "string", "bool"];

function compileMeasure(
  written: WrittenValue,
  path: Path,
  language: Language,
  { context }: StandingAround,
): StandingMeasure | undefined {
  const [measure = "count"] = measuresOf(written);
  const { by, when } = written;
  const compile = compilerOf(language, context);
  const value = compileMeasured(written[measure], [...path, measure], measure, compile);
  const condition =
    when === undefined ? undefined : context.at([...path, "when"], () => compileCondition(when, language));
  const group = [by ?? []].flat().map((source, index) => {
    const at = Array.isArray(by) ? [...path, "by", index] : [...path, "by"];
    return compile(source, at, plain, "a text or a number");
  });
  const isWhole = group.every((one) => one !== undefined) && (condition !== undefined || when === undefined);
  if (!isWhole || (value === undefined && measure !== "count")) return undefined;
  const trees = [value, condition, ...group].flatMap((one) => one?.tree ?? []);
  const groupOfItem: GroupReading =
    by === undefined ? ({ event }) => event.subject : groupBy(group.filter(isThere));
  return {
    id: idOf(written, language),
    source: written.of,
    measure,
    fields: fieldsNamed(trees),
    part(item) {
      if (condition?.(item) === false) return undefined;
      const key = groupOfItem(item);
      const counted = value === undefined ? true : value.evaluate(item);
      if (key === undefined || !isCounted(counted, measure)) return undefined;
      return { group: key, value: counted };
    },
  };
}

function isThere<T>(one: T | undefined): one is T {
  return one !== undefined;
}

/** Compiles a part at its place; undefined with a mistake, which is reported. */
type Compile = (source: string, at: Path, types: readonly string[], wanted: string) => Expression | undefined;

function compilerOf(language: Language, context: FileContext): Compile {
  return (source, at, types, wanted) => {
    const made = context.at(at, () => compileExpression(source, language));
    if (made === undefined || types.includes(made.type)) return made;
    context.report(context.yaml.at(at), `${wanted} is needed here`);
    return undefined;
  };
}

function compileMeasured(
  source: string | true | undefined,
  at: Path,
  measure: MeasureName,
  compile: Compile,
): Expression | undefined {
  if (typeof source !== "string") return undefined;
  return measure === "distinct"
    ? compile(source, at, plain, "a text or a number")
    : compile(source, at, numeric, "a number, such as now.ratio,");
}

function isCounted(value: unknown, measure: MeasureName): value is string | number | boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (measure === "count" || measure === "distinct")
    return typeof value === "string" || typeof value === "boolean";
  return false;
}

/** Equal where items are measured alike; the words of lists that are named count, too, and what watchlists note. */
function idOf({ of, by, when, ...rest }: WrittenValue, { reference }: Language): string {
  const measured = measuresOf(rest).map((name) => [name, rest[name]]);
  const facts = JSON.stringify([of, measured, by === undefined ? null : [by].flat(), when ?? null]);
  const words = Object.entries(reference?.lists ?? {}).filter(([name]) =>
    new RegExp(`\\blists\\b.*\\b${name}\\b`).test(facts),
  );
  const watched = /\bmine\s*\(/.test(facts) ? reference?.watched : undefined;
  const noted = typeof watched === "object" ? [watched.watchlists] : [];
  if (words.length + noted.length === 0) return facts;
  return `${facts} ${createHash("sha256")
    .update(JSON.stringify([...words, ...noted]))
    .digest("hex")
    .slice(0, 16)}`;
}

/** The text of the values by which items are grouped; undefined where one is absent. */
function groupOf(values: readonly unknown[]): string | undefined {
  if (!values.every(isGrouping)) return undefined;
  return values.length === 1 ? String(values[0]) : JSON.stringify(values.map(String));
}

function isGrouping(value: unknown): boolean {
  return typeof value === "number" ? Number.isFinite(value) : ["string", "boolean"].includes(typeof value);
}
