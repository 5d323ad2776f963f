/**
 * A record as a table: for each of our fields the names under which the service sends it, its type, unit and
 * meaning. Schemas, types, the commands and the reference of fields all come from such tables.
 */
import * as z from "zod";
import { type FieldMark, fieldMarks, shortCodePattern, units } from "../model/fields.ts";
import type { Worded } from "../model/language.ts";
import { isRecord, type OddityCollector, pathName } from "./misfits.ts";

/** Takes what is wrong within a value, and where. */
export type Tell = (message: string, path: readonly PropertyKey[]) => void;

/** Reads a wire value; null: unknown; undefined: it is not of the type, told in detail or not. */
export type ReadValue<Value> = (value: unknown, tell: Tell) => Value | undefined | null;

interface WireName<Value> {
  readonly name: string;
  readonly read: ReadValue<Value>;
}

export interface Field<Value = unknown, Required extends boolean = boolean> {
  /** The documented name first; the first that holds something counts. */
  readonly wire: readonly WireName<Value>[];
  /** Type of our value, for the reference. */
  readonly type: string;
  /** Form of the wire value, for messages: "a number". */
  readonly expected: string;
  readonly unit?: string | undefined;
  readonly about: string;
  /** Label of the field in mails, in both languages; left out: mails show its name. */
  readonly words?: Worded;
  readonly required: Required;
  /** Only absent and null are unknown: "" and "-" are values. */
  readonly verbatim?: boolean;
  /** Written by people: a text that is no such value is the slip of one record, and no other interface. */
  readonly byHand?: boolean;
  /** Names within the wire value that are known, where it is an object, or a list of them, whose names are documented. */
  readonly holds?: readonly string[];
  /** Fields of the records within, of a "record" or a "list of records"; their wire names are known, too. */
  readonly records?: FieldTable;
}

export type FieldTable = Readonly<Record<string, Field>>;

type ValueOf<F> = F extends Field<infer Value> ? Value : never;
type RequiredNames<F extends FieldTable> = {
  [N in keyof F]: F[N] extends Field<unknown, true> ? N : never;
}[keyof F];

/** The record that a table of fields describes; unknown values are absent. */
export type RecordOf<F extends FieldTable> = { [N in RequiredNames<F>]: ValueOf<F[N]> } & {
  [N in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[N]>;
};

/** The table with these fields only. */
export function pickFields<F extends FieldTable, Name extends keyof F & string>(
  fields: F,
  names: readonly Name[],
): Pick<F, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<F, Name>;
}

/** Keys that the table does not name pass and are left out. */
export function recordSchema<F extends FieldTable>(fields: F) {
  return z.looseObject({}).transform((row, context): RecordOf<F> => readRecord(fields, row, context));
}

/** Adds an issue under the wire name for every field that is missing or of another type. */
export function readRecord<F extends FieldTable>(
  fields: F,
  row: Readonly<Record<string, unknown>>,
  context: { addIssue(issue: { code: "custom"; message: string; path: PropertyKey[] }): void },
): RecordOf<F> {
  const record: Record<string, unknown> = {};
  for (const name in fields) {
    const field = fields[name] as Field;
    const tell = (at: string, message = `expected ${field.expected}`, path: readonly PropertyKey[] = []) =>
      context.addIssue({ code: "custom", message, path: [at, ...path] });
    const given = field.wire.find((wire) => isGiven(field, row[wire.name]));
    if (given === undefined) {
      if (field.required) tell(blamed(field, row));
      continue;
    }
    let told = false;
    const value = given.read(row[given.name], (message, path) => {
      told = true;
      tell(given.name, message, path);
    });
    if (value === undefined && !told) tell(given.name);
    else if (value !== undefined && value !== null) record[name] = value;
  }
  return record as RecordOf<F>;
}

const unknownTexts = ["", "-", "*"];

/** Absent, null, "", "-" and "*". */
export function isUnknown(value: unknown): boolean {
  if (typeof value !== "string") return value === undefined || value === null;
  return unknownTexts.includes(value.trim());
}

function isGiven({ verbatim }: Field, value: unknown): boolean {
  return verbatim ? value !== undefined && value !== null : !isUnknown(value);
}

/** The name under which a missing value should stand: the one that is there, however empty. */
function blamed({ wire }: Field, row: Readonly<Record<string, unknown>>): string {
  const present = wire.find(({ name }) => name in row);
  return (present ?? wire[0])?.name ?? "";
}

/** Every other type of field is a text. */
const types: Readonly<Record<string, z.ZodType>> = {
  number: z.number(),
  integer: z.number(),
  boolean: z.boolean(),
  "list of texts": z.array(z.string()),
  code: z.string().meta({ pattern: shortCodePattern }),
  labels: z.record(z.string(), z.union([z.number(), z.string()])),
};

/** Makes a table of fields the schema of an item, so that rules are checked against it. */
export function recordItem(fields: FieldTable): z.ZodObject {
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueSchema(field)])),
  );
}

function valueSchema({ type, required, about, unit, words, records }: Field): z.ZodType {
  const inner = records && recordItem(records);
  const value = (type === "list of records" ? inner && z.array(inner) : inner) ?? types[type] ?? z.string();
  const described = value.meta({ ...value.meta(), description: unit ? `${about}, ${unit}` : about });
  const mark: FieldMark = {
    ...(unit === "percent" && { unit }),
    ...(type === "date" && { form: "day" }),
    ...(words && {
      words: {
        label: words,
        ...(unit && { unit: unit === "percent" ? units.percent : { en: unit, ja: unit } }),
      },
    }),
  };
  if (Object.keys(mark).length > 0) fieldMarks.add(described, mark);
  return required ? described : described.optional();
}

/** Whether a field holds a number, so that it may have a tolerance. */
export function isNumeric({ type }: Field): boolean {
  return type === "number" || type === "integer";
}

/** Known names, each with the names within the field if those are known too. */
export type WireNames = ReadonlyMap<string, WireNames | undefined>;

/** `more`: names that no table reads. */
export function knownNames(fields: FieldTable, more: readonly string[] = []): WireNames {
  const names = new Map<string, WireNames | undefined>(more.map((name) => [name, undefined]));
  for (const { wire, holds, records } of Object.values(fields)) {
    const within = holds || records ? knownNames(records ?? {}, holds) : undefined;
    for (const { name } of wire) names.set(name, names.get(name) ?? within);
  }
  return names;
}

interface At {
  readonly where: string;
  readonly path: readonly PropertyKey[];
}

/** Tells the fields of a record that no document names. Within a field, one that holds null says nothing. */
export function noteUnknownFields(
  record: unknown,
  names: WireNames,
  at: At,
  oddities: OddityCollector,
): void {
  if (!isRecord(record)) return;
  for (const name in record) {
    if (!names.has(name)) oddities.unknownField(pathName(at.where, [...at.path, name]), record[name]);
    noteWithin(record[name], names.get(name), at, name, oddities);
  }
}

/** Tells the same of what is within a field, in each entry where it is a list. */
function noteWithin(
  value: unknown,
  names: WireNames | undefined,
  { where, path }: At,
  field: string,
  oddities: OddityCollector,
): void {
  if (names === undefined) return;
  const isList = Array.isArray(value);
  const at = { where, path: [...path, field, ...(isList ? [0] : [])] };
  for (const record of isList ? value : [value]) {
    if (!isRecord(record)) continue;
    for (const name in record) {
      if (!names.has(name) && record[name] !== null)
        oddities.unknownField(pathName(where, [...at.path, name]), record[name]);
      noteWithin(record[name], names.get(name), at, name, oddities);
    }
  }
}

/** A record in Yagura's names; unknown values are absent. */
export type WatchedRecord = Readonly<Record<string, unknown>>;

export interface RecordFacts<Field extends string = string> {
  /** The fields that name a record where the settings say no others. */
  readonly key: readonly Field[];
  /**
   * The day by which the service chooses records: the first of these fields that a record has. A record that is
   * another one under the same key and the same day was corrected.
   */
  readonly day?: readonly Field[];
  /** Records tell of days to come, so that another one of the same day is a change and no correction. */
  readonly isAhead?: boolean;
  /** Answers without any day; else the last weekdays are asked for where the settings name none. */
  readonly isWhole?: boolean;
  /** Field with the time at which the service published a record. */
  readonly published?: Field;
  /** Field with the time of that day (HH:MM in Japan). */
  readonly publishedTime?: Field;
  /**
   * Weekdays after its day on which a record that does not say when it was published was out at the latest; left out:
   * it was out on that day.
   */
  readonly outAfter?: number;
  /**
   * Field that tells two forms of records apart, one that has it and one that lacks it, such as daily and weekly ones:
   * what lies between a record of one form and one of the other is another time, so no step is made of it.
   */
  readonly form?: Field;
  /**
   * Times (HH:MM in Japan) at which the service brings the records of a day; from 24:00 on they are of the day after. Left
   * out beside `publishedTime`: each comes when it was published.
   */
  readonly out?: readonly string[];
  /** The day that a record is about. */
  readonly occurred?: Field;
  /** Fields with a day to come, each with what happens on it. */
  readonly ahead?: readonly { readonly field: Field; readonly title: Worded }[];
  /** Fields with a number whose past is worth a look, the first that a record has; they are of the record's day. */
  readonly tracks?: readonly Field[];
  /** Fields that differ every day and are no news. */
  readonly asides?: readonly Field[];
  /**
   * One dialect does not say of which stock a row is, so that each stock is asked for by itself where no code is
   * named: then all days at once are cheaper than day by day.
   */
  readonly isByStock?: boolean;
}

/** The values of some fields as one text that no other values give. */
export function fieldsKey(record: WatchedRecord, fields: readonly string[]): string {
  let key = "";
  for (let at = 0; at < fields.length; at++) {
    const value = record[fields[at] ?? ""];
    const text = typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
    key += at === 0 ? plain(text) : `/${plain(text)}`;
  }
  return key;
}

/** The text without the sign that divides a key. Hardly one has it, and to look for it is faster than to replace it. */
function plain(text: string): string {
  return text.includes("/") || text.includes("%") ? text.replace(/[%/]/g, encodeURIComponent) : text;
}
