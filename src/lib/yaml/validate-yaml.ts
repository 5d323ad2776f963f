/** Checks a parsed file against a zod schema; every issue becomes a problem at its place, in words. */
import * as z from "zod";
import type { Problem } from "../problem.ts";
import { didYouMean } from "../text/nearest.ts";
import { isBlank } from "../text/tame.ts";
import type { Path, YamlFile } from "./parse-yaml.ts";

/** Suggestions for an unknown name without a similar known one; undefined if there is none. */
export interface Cures {
  /** `known` are those that may stand there. */
  ofKey(key: string, path: Path, known: readonly string[]): string | undefined;
  ofValue(value: string, path: Path): string | undefined;
}

export type Validated<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** `value` stands for the file's own where it was changed after parsing, at the same paths. */
export function validateYaml<T extends z.ZodType>(
  schema: T,
  yaml: YamlFile,
  value: unknown = yaml.value,
  cures?: Cures,
): Validated<z.output<T>> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return { ok: true, value: parsed.data };
  return {
    ok: false,
    problems: parsed.error.issues.flatMap((issue) => issueProblems(issue, { schema, yaml, value, cures })),
  };
}

interface Context {
  readonly schema: z.ZodType;
  readonly yaml: YamlFile;
  readonly value: unknown;
  readonly cures: Cures | undefined;
}

function issueProblems(issue: z.core.$ZodIssue, context: Context): Problem[] {
  const { yaml, schema, cures } = context;
  const { path } = issue;
  const file = yaml.file;
  const meant = issue.code === "invalid_union" ? formMeant(issue, valueAt(context.value, path)) : undefined;
  if (meant !== undefined) return meant.flatMap((inner) => issueProblems(inner, context));
  const kind = issue.code === "invalid_union" ? kindUnknown(issue) : undefined;
  if (kind !== undefined) return issueProblems(kind, context);
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(schema, path);
    return issue.keys.map((key) => ({
      file,
      ...yaml.atKey([...path, key]),
      message: `unknown key \`${key}\``,
      ...optional(cures?.ofKey(key, path, known) ?? didYouMean(key, known)),
    }));
  }
  if (issue.code === "invalid_key") {
    const message = issue.issues[0]?.message ?? "this cannot be a key";
    return [{ file, ...yaml.atKey(path), message }];
  }
  const found = valueAt(context.value, path);
  if (found === undefined && issue.code !== "custom") {
    return [{ file, ...missingPlace(path, yaml), message: `\`${String(path.at(-1))}\` is missing` }];
  }
  return [
    { file, ...placeOf(issue, yaml), message: words(issue), ...optional(suggestion(issue, found, context)) },
  ];
}

/** A rule of its own may be about a place in a text, or about the key of a value. */
function placeOf(issue: z.core.$ZodIssue, yaml: YamlFile) {
  const { index, isKey } = (issue.code === "custom" && issue.params) || {};
  if (isKey === true) return yaml.atKey(issue.path);
  return typeof index === "number" ? yaml.atIndex(issue.path, index) : yaml.at(issue.path);
}

/** The issue of a key that says which of several forms a map has, and names none of them. */
function kindUnknown(issue: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssueInvalidValue | undefined {
  const { options } = issue as { readonly options?: unknown };
  if (!Array.isArray(options)) return undefined;
  return { code: "invalid_value", values: options, path: issue.path, message: issue.message };
}

/** The issues of the one form of several that the value has, on the whole; undefined where none or more could be it. */
function formMeant(
  { errors, path }: z.core.$ZodIssueInvalidUnion,
  value: unknown,
): z.core.$ZodIssue[] | undefined {
  // A map of which a rule of its own does not hold has the right form.
  const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
  const fitting = errors.filter((issues) =>
    issues.every(
      ({ path: own, code }) => own.length > 0 || code === "unrecognized_keys" || (isMap && code === "custom"),
    ),
  );
  const whole = fitting.filter((issues) => issues.every((issue) => issue.path.length > 0));
  const [form, ...others] = fitting.length > 1 ? whole : fitting;
  if (form === undefined || others.length > 0) return undefined;
  return form.map((issue) => ({ ...issue, path: [...path, ...issue.path] }) as z.core.$ZodIssue);
}

// A missing key is shown where its map begins: at the first key.
function missingPlace(path: Path, yaml: YamlFile) {
  return yaml.at(path.slice(0, -1));
}

function words(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `this must be ${kinds[issue.expected] ?? issue.expected}`;
  if (issue.code === "invalid_value") return `this must be ${oneOf(issue.values.map(String))}`;
  if (issue.code === "invalid_format" && issue.format === "date")
    return "there is no such day; one looks like 2026-01-05";
  if (issue.code === "too_small" || issue.code === "too_big") return bounds(issue);
  return issue.message;
}

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map of keys and values",
  record: "a map of keys and values",
};

function oneOf(values: readonly string[]): string {
  if (values.length > 13) return "one of the known names";
  return values.length === 1 ? `${values[0]}` : `one of ${values.join(", ")}`;
}

function bounds(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const unit = issue.origin === "string" ? " characters" : issue.origin === "array" ? " entries" : "";
  const isOut = issue.inclusive === false;
  if (issue.code === "too_big")
    return `this must be ${isOut ? "less than" : "at most"} ${issue.maximum}${unit}`;
  return unit !== "" && issue.minimum === 1
    ? "this must not be empty"
    : `this must be ${isOut ? "more than" : "at least"} ${issue.minimum}${unit}`;
}

function suggestion(
  issue: z.core.$ZodIssue,
  found: unknown,
  { yaml, schema, cures }: Context,
): string | undefined {
  if (issue.code === "invalid_value" && typeof found === "string") {
    return cures?.ofValue(found, issue.path) ?? didYouMean(found, issue.values.map(String));
  }
  if (issue.code === "custom" && typeof issue.params?.suggestion === "string") return issue.params.suggestion;
  const wantsText = issue.code === "invalid_type" && issue.expected === "string";
  if (wantsText && (typeof found === "number" || typeof found === "boolean")) {
    const text = yaml.source(issue.path) ?? String(found);
    const like = textsLike(text, schemasAt(schema, issue.path));
    return like.length > 0 ? `add a unit, as in ${like.join(" or ")}` : `put it in quotes: "${text}"`;
  }
  if (issue.code === "invalid_type" && issue.expected === "array" && typeof found === "string") {
    return 'a list is written in brackets, as in ["7203", "6758"]';
  }
  const wantsNumber = issue.code === "invalid_type" && ["number", "int"].includes(issue.expected);
  if (wantsNumber && typeof found === "string" && /^-?\d+(\.\d+)?$/.test(found)) {
    return `write it without quotes: ${found}`;
  }
  return undefined;
}

/** The number with the units that are wanted, where it is nothing alone: `2bd` for 2. */
function textsLike(number: string, wanted: readonly z.ZodType[]): string[] {
  if (!/^\d+$/.test(number) || wanted.some((one) => one.safeParse(number).success)) return [];
  return wanted.flatMap((one) => {
    const units = examplesOf(one).flatMap((example) => /^\d+([a-z]+)$/.exec(example)?.[1] ?? []);
    return [...new Set(units)].map((unit) => number + unit).filter((text) => one.safeParse(text).success);
  });
}

function examplesOf(schema: z.ZodType): string[] {
  const { examples } = (schema.meta() ?? {}) as { readonly examples?: readonly unknown[] };
  const { innerType, in: given } = schema.def as unknown as Definition;
  const inner = innerType ?? given;
  if (examples === undefined) return inner === undefined ? [] : examplesOf(inner);
  return examples.filter((example) => typeof example === "string");
}

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const step of path) here = (here as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return here;
}

function optional(suggestion: string | undefined): { suggestion?: string } {
  return suggestion === undefined ? {} : { suggestion };
}

/** The keys that a schema knows for the map at a path; of several forms, those of all of them. */
export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const here = schemasAt(schema, path).flatMap(unwrapped);
  return [...new Set(here.flatMap((part) => (part.type === "object" ? Object.keys(part.shape ?? {}) : [])))];
}

/** The schemas of the value at a path: several, where there are several forms. */
function schemasAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType[] {
  let here = [schema];
  for (const step of path)
    here = here.flatMap((one) => unwrapped(one).flatMap((part) => child(part, step) ?? []));
  return here;
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

interface Mistake {
  readonly message: string;
  /** Text to write instead. */
  readonly suggestion?: string | undefined;
  /** Place in the text; absent: its beginning. */
  readonly index?: number;
}

/** A text that says something. From the environment or a file a text may come out empty, or of blanks alone. */
export function filledText(message = "this must not be empty", suggestion?: string): z.ZodString {
  return checkedText((text) => (isBlank(text) ? { message, suggestion } : undefined)).meta({
    pattern: "\\S",
  });
}

/** A text that has its own words for what is wrong with it. `find` answers undefined where nothing is. */
export function checkedText(find: (text: string) => Mistake | undefined): z.ZodString {
  return z.string().superRefine((text, context) => {
    const mistake = find(text);
    if (mistake === undefined) return;
    const { message, suggestion, index } = mistake;
    context.addIssue({ code: "custom", message, params: { suggestion, index } });
  });
}
