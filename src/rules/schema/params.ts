/** The key `params` of a rule: values, each alone or with what a form says of it, and how they are set anew. */
import * as z from "zod";
import { isColumnName } from "../../lib/csv-table.ts";
import { didYouMean } from "../../lib/text/nearest.ts";
import type { Path } from "../../lib/yaml/parse-yaml.ts";
import { filledText } from "../../lib/yaml/validate-yaml.ts";
import { languages } from "../../model/language.ts";
import type { Params, ParamValue } from "../cel/language.ts";
import type { FileContext } from "../context/file-context.ts";

const name = z.string().refine(isColumnName, { error: "a parameter's name has letters, digits and _" });
const kinds = [z.number(), z.string(), z.boolean(), z.array(z.string()).max(1_000)] as const;
const error = "a parameter is a number, a text, true or false, or a list of texts";
const value = z.union(kinds, { error });
const word = filledText();
const inLanguage = (about: string, example: string) =>
  filledText()
    .optional()
    .describe(about)
    .meta({ examples: [example] });
const words = z.strictObject({
  en: inLanguage("in English", "level"),
  ja: inLanguage("in Japanese", "水準"),
});

const form = z
  .strictObject({
    value: value.describe("the value").meta({ examples: [5, "Example Capital", false, ["7203"]] }),
    unit: z
      .union([word, words])
      .optional()
      .describe("of a number: its unit, in one word for both languages or by language")
      .meta({ examples: ["%", { en: "days", ja: "日" }] }),
    min: z
      .number()
      .optional()
      .describe("of a number: the least")
      .meta({ examples: [0.5] }),
    max: z
      .number()
      .optional()
      .describe("of a number: the most")
      .meta({ examples: [50] }),
    about: words
      .optional()
      .describe("what it is, by language")
      .meta({ examples: [{ en: "level", ja: "水準" }] }),
  })
  .superRefine((written, context) => {
    const { value: given, min, max } = written;
    for (const key of ["unit", "min", "max"] as const)
      if (written[key] !== undefined && typeof given !== "number")
        context.addIssue({ code: "custom", path: [key], message: "only a number has a unit and bounds" });
    if (min !== undefined && max !== undefined && min > max)
      context.addIssue({ code: "custom", path: ["min"], message: `this must be at most ${max}` });
    const message = typeof given === "number" ? outside(written, given) : undefined;
    if (message !== undefined) context.addIssue({ code: "custom", path: ["value"], message });
  });

/** Values alone, as the settings and rules made from a template give them. */
export const paramValuesKey = z.record(name, value).optional();

export const paramsKey = z
  .record(name, z.union([...kinds, form], { error }))
  .optional()
  .describe(
    "values that expressions name as params.NAME, and that the settings or rules made from this one may set; with unit, bounds and words where a form is to ask for them",
  )
  .meta({
    examples: [
      { level: 1.5 },
      { level: { value: 1.5, unit: "%", min: 0.5, max: 50, about: { en: "level", ja: "水準" } } },
    ],
  });

type WrittenParam = ParamValue | z.output<typeof form>;
export type WrittenParams = Readonly<Record<string, WrittenParam>>;

/** A parameter with what a form says of it, as far as its rule does. */
export type ParamForm = z.output<typeof form>;

/** A parameter as if it were written long. */
function paramForm(written: WrittenParam): ParamForm {
  return typeof written === "object" && "value" in written
    ? written
    : { value: written as ParamForm["value"] };
}

export function paramForms(params: WrittenParams): Record<string, ParamForm> {
  return Object.fromEntries(Object.entries(params).map(([name, written]) => [name, paramForm(written)]));
}

/** The values that expressions see. */
export function paramValues(params: WrittenParams | undefined): Params | undefined {
  return (
    params &&
    Object.fromEntries(Object.entries(params).map(([name, written]) => [name, paramForm(written).value]))
  );
}

/** What can be used of the key where its form has a mistake, so that expressions that name it have none. */
export function usableParams(written: unknown): WrittenParams {
  const given = z.record(z.string(), z.unknown()).safeParse(written).data ?? {};
  const own = (one: unknown) =>
    value.safeParse(z.looseObject({ value: z.unknown() }).safeParse(one).data?.value ?? one).data;
  const entries = Object.entries(given).map(([key, one]) => [key, own(one)] as const);
  return Object.fromEntries(
    entries.flatMap(([key, one]) => (one === undefined || !isColumnName(key) ? [] : [[key, one]])),
  );
}

type Refuse = (name: string, message: string, suggestion?: string) => void;

/** The parameters with values that are set anew: of the same names and kinds, within their bounds. */
export function withParams(
  params: WrittenParams | undefined,
  set: WrittenParams | undefined,
  refuse: Refuse,
): WrittenParams | undefined {
  if (set === undefined) return params;
  const known = params ?? {};
  const fitting: Record<string, WrittenParam> = {};
  const names = Object.keys(known);
  for (const [name, written] of Object.entries(set)) {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    const there = names.length === 0 ? "it has none" : `there are ${names.join(", ")}`;
    if (before === undefined) {
      refuse(name, `the rule has no parameter \`${name}\``, didYouMean(name, names) ?? there);
      continue;
    }
    const own = paramForm(before);
    const { value } = paramForm(written);
    const isForm = value !== written;
    const message = isForm ? "the template says what this parameter is" : misfit(own, value);
    if (message !== undefined) refuse(name, message, isForm ? "write the value alone" : undefined);
    // One out of its bounds stands for itself, so that no more is said of the rule.
    if (kindOf(own.value) === kindOf(value)) fitting[name] = before === own ? { ...own, value } : value;
  }
  return { ...known, ...fitting };
}

/** Why a value cannot be that of a parameter; undefined: it can. */
export function misfit(own: ParamForm, value: ParamForm["value"]): string | undefined {
  if (kindOf(own.value) !== kindOf(value)) return `this parameter is ${kindOf(own.value)}`;
  return typeof value === "number" ? outside(own, value) : undefined;
}

function outside({ min, max }: Pick<ParamForm, "min" | "max">, value: number): string | undefined {
  if (min !== undefined && value < min) return `this must be at least ${min}`;
  return max !== undefined && value > max ? `this must be at most ${max}` : undefined;
}

function kindOf(value: ParamForm["value"]): string {
  if (typeof value === "number") return "a number";
  if (typeof value === "string") return "a text";
  return typeof value === "boolean" ? "true or false" : "a list of texts";
}

/** Warns of each parameter that is written long and lacks what a form needs to ask for it. */
export function warnOfHalfForms(
  params: WrittenParams | undefined,
  path: Path,
  { yaml, warn }: Pick<FileContext, "yaml" | "warn">,
): void {
  for (const [name, written] of Object.entries(params ?? {})) {
    const own = paramForm(written);
    const missing = own === written ? lacking(own) : [];
    if (missing.length > 0)
      warn(
        yaml.atKey([...path, "params", name]),
        `a form cannot ask for \`${name}\`: it lacks ${missing.join(", ")}`,
      );
  }
}

/** What a form needs and a parameter does not say. */
function lacking({ value, unit, min, max, about }: ParamForm): string[] {
  const inAll = (words: NonNullable<ParamForm["about"]>, of: string) =>
    languages.flatMap((language) => (words[language] === undefined ? [`${of}.${language}`] : []));
  const bounds = Object.entries({ min, max }).flatMap(([key, bound]) => (bound === undefined ? [key] : []));
  return [
    ...inAll(about ?? {}, "about"),
    ...(typeof unit === "object" ? inAll(unit, "unit") : []),
    ...(typeof value === "number" ? bounds : []),
  ];
}
