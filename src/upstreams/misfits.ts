/**
 * Answers that are not as documented. A misfit is the Failure of an answer, with its places in a form that a person can
 * find; an oddity stops nothing: a field that no document names, a record that was set aside. Strangers' values are
 * shown as kinds and short samples: nothing that may be a secret, a name or somebody's words.
 */
import type { z } from "zod";
import {
  type BadRecord,
  Failure,
  type Misfit,
  type Oddities,
  type Place,
  type UnknownField,
} from "../lib/failure.ts";

/** An issue of a schema. */
export interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const shownIssues = 3;
const mostPlaces = 5;

/**
 * The Failure "malformed" of an answer. Its message names the places that do not fit and what was expected there,
 * such as `data[3].Code: expected string`; never the values, which are strangers' text.
 */
export function misfitFailure(
  issues: readonly SchemaIssue[],
  answer: unknown,
  where: string,
  sample?: string,
): Failure {
  const shown = issues.slice(0, shownIssues).map((issue) => `${placeOf(issue.path)}: ${expected(issue)}`);
  const rest = issues.length - shown.length;
  const message = `${where}: ${shown.join("; ")}${rest > 0 ? ` and ${rest} more` : ""}`;
  return new Failure("malformed", message, { misfit: misfitOf(issues, answer, where, sample) });
}

/** @param sample of the record, where it is known; else what is around the first place */
export function misfitOf(
  issues: readonly SchemaIssue[],
  answer: unknown,
  where: string,
  sample = sampleAround(issues, answer),
): Misfit {
  const places = new Map<string, Place>();
  for (const issue of issues) {
    const path = pathName(where, issue.path);
    if (places.size === mostPlaces || places.has(path)) continue;
    const found = describeShape(valueAt(answer, issue.path));
    places.set(path, { path, expected: expected(issue).replace(/^expected /, ""), found });
  }
  return { places: [...places.values()], sample };
}

function sampleAround(issues: readonly SchemaIssue[], answer: unknown): string {
  const [first] = issues;
  // The record is the entry of the list.
  const inside = typeof first?.path.at(-1) === "number" ? first.path : (first?.path.slice(0, -1) ?? []);
  const bad = issues.filter(({ path }) => path.length === inside.length + 1).map(({ path }) => path.at(-1));
  return sampleOf(valueAt(answer, inside), bad.map(String));
}

/** A place over all answers of a call: list positions and the host left out. */
export function pathName(where: string, path: readonly PropertyKey[]): string {
  const call = where.includes("/") ? where.slice(where.indexOf("/") + 1) : where;
  const place = path.map((key) => (typeof key === "number" ? "[]" : `.${shownName(String(key))}`)).join("");
  return `${call} ${place.replace(/^\./, "") || "the answer"}`;
}

function valueAt(answer: unknown, path: readonly PropertyKey[]): unknown {
  let value = answer;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === "number") value = value[key];
    else if (isRecord(value) && Object.hasOwn(value, key)) value = value[String(key)];
    else return undefined;
  }
  return value;
}

function placeOf(path: readonly PropertyKey[]): string {
  const place = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return place.replace(/^\./, "") || "the answer";
}

/** zod says "Invalid input: expected string, received number"; the place and what was expected are enough. */
function expected({ message }: SchemaIssue): string {
  return message.replace(/^Invalid input: /, "").replace(/, received .*$/, "");
}

/** Reads an answer by a schema. Throws a Failure "malformed" that names the places which do not fit. */
export function checkAnswer<Schema extends z.ZodType>(
  schema: Schema,
  answer: unknown,
  where: string,
): z.output<Schema> {
  const checked = schema.safeParse(answer);
  if (checked.success) return checked.data;
  throw misfitFailure(checked.error.issues, answer, where);
}

/** A call that a document forbids: told before anything is asked. */
export class QueryError extends Failure {
  /** Name of the parameter in the document. */
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super("rejected", `${parameter}: ${message}`);
    this.name = "QueryError";
    this.parameter = parameter;
  }
}

const longestSample = 300;

/** Describes a value: "nothing", "null", "a number", "text of 5 characters", "a list of 3", "an object". */
export function describeShape(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (value === "") return "empty text";
  if (typeof value === "string") return `text of ${value.length} character${value.length === 1 ? "" : "s"}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * Owner of an answer's texts. "published": an institution's own, which may be shown; "private": anybody's, of which
 * only figures, dates and stock codes are shown as they came.
 */
export type Texts = "published" | "private";

/** The fields of a record as they came; where they are too many, those named in `first` before the others. */
export function sampleOf(record: unknown, first: readonly string[] = [], texts: Texts = "private"): string {
  if (!isRecord(record)) return describeShape(record);
  const whole = fieldsOf(record, Object.keys(record), texts);
  if (whole.isWhole) return whole.text;
  const named = first.filter((name) => Object.hasOwn(record, name));
  return fieldsOf(record, [...new Set([...named, ...Object.keys(record)])], texts).text;
}

function fieldsOf(record: Readonly<Record<string, unknown>>, names: readonly string[], texts: Texts) {
  let text = "";
  for (const name of names) {
    const next = `${text === "" ? "" : ", "}${shownName(name)}: ${shownValue(name, record[name], texts)}`;
    if (text.length + next.length > longestSample)
      return { text: text === "" ? "{ … }" : `{ ${text}, …`, isWhole: false };
    text += next;
  }
  return { text: `{ ${text} }`, isWhole: true };
}

/** A name of a field as it may be shown: one that does not look like a name of a field may be anything. */
function shownName(name: string): string {
  return /^[A-Za-z_$][\w.$@-]{0,39}$/.test(name) ? name : `<key of ${name.length} characters>`;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const privateName =
  /name|nm|author|user|disp|seller|addr|title|body|token|key|secret|pass|cookie|auth|session|mail|phone|tel/i;

const secretName = /token|key|secret|pass|cookie|auth|session/i;

/** Numbers, dates, times, signs for unknown; stock codes. */
const figures = /^[\d\s.,:/+*%-]{0,19}$/;
const stockCode = /^\d[0-9A-Z]{3}\d?$/;

/** A code of a stock, a series or a database, which names no person. */
export function isCode(text: string): boolean {
  return /^[0-9A-Za-z_@%.-]{1,40}$/.test(text);
}

const longestText = 60;
const shownEntries = 3;

function shownValue(name: string, value: unknown, texts: Texts): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (texts === "published" && !secretName.test(name)) return published(value);
  if (privateName.test(name)) return `<${describeShape(value)}>`;
  if (typeof value === "number") return String(value);
  const isPlain = typeof value === "string" && (figures.test(value) || stockCode.test(value));
  return isPlain ? JSON.stringify(value) : `<${describeShape(value)}>`;
}

function published(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > longestText ? `${value.slice(0, longestText)}…` : value);
  if (Array.isArray(value)) {
    const shown = value.slice(0, shownEntries).map((entry) => shownValue("", entry, "published"));
    const rest = value.length > shownEntries ? ` … ${value.length} in all` : "";
    return `[${shown.join(", ")}${rest === "" ? "" : `,${rest}`}]`;
  }
  return isRecord(value) ? sampleOf(value, [], "published") : String(value);
}

/**
 * Collects what is odd in the answers of calls that it is passed to. A call that gets none is strict: one record
 * that cannot be read fails the answer.
 */
export interface OddityCollector extends Oddities {
  unknownField(path: string, value: unknown): void;
  setAside(record: BadRecord): void;
  /**
   * All of another collection; `scope` tells its records from those with the same keys elsewhere. One that is a code
   * itself, of a database or a stock, is a part of their names.
   */
  take(other: Oddities, scope?: string): void;
}

/** Records keyed by data would have names without end. */
const mostFields = 100;

/** Each path and each record is kept once, as first seen. */
export function createOddities(): OddityCollector {
  const fields = new Map<string, UnknownField>();
  const records = new Map<string, BadRecord>();
  const addField = (field: UnknownField) => {
    if (fields.size < mostFields && !fields.has(field.path)) fields.set(field.path, field);
  };
  const addRecord = (record: BadRecord) => {
    if (!records.has(record.id)) records.set(record.id, record);
  };
  return {
    get unknownFields() {
      return [...fields.values()];
    },
    get badRecords() {
      return [...records.values()];
    },
    unknownField(path, value) {
      if (!fields.has(path)) addField({ path, found: describeShape(value) });
    },
    setAside: addRecord,
    take({ unknownFields, badRecords }, scope) {
      unknownFields.forEach(addField);
      for (const record of badRecords) addRecord(scope === undefined ? record : within(scope, record));
    },
  };
}

function within(scope: string, record: BadRecord): BadRecord {
  const name = record.name !== undefined && isCode(scope) ? `${scope}/${record.name}` : record.name;
  return { ...record, id: `${scope}/${record.id}`, name };
}
