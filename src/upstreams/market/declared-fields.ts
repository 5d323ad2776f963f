/** Fields of calls that the settings declare: their kinds by name, as plain data, and the fields that are made of them. */
import type { Worded } from "../../model/language.ts";
import {
  codeField,
  countField,
  dayField,
  digitsField,
  flagField,
  integerField,
  keyName,
  need,
  numberField,
  percentField,
  recordField,
  recordsField,
  textField,
  textsField,
  timeField,
} from "../field-types.ts";
import type { Field, FieldTable } from "../record.ts";
import { organisationField } from "./calls/organisations.ts";

export interface DeclaredField {
  readonly type: FieldKind;
  /** Names under which the service sends it; the first that holds something counts. */
  readonly wire: readonly string[];
  readonly about: Worded;
  /** Unit of a number. */
  readonly unit?: string | undefined;
  /** Whether a record without it cannot be read. */
  readonly required: boolean;
  /** Number of digits, of a field of digits. */
  readonly length?: number | undefined;
  /** How many are left at least where zeros before them were lost. */
  readonly least?: number | undefined;
  /** Words of ours for texts of the service; other texts stay. */
  readonly values?: Readonly<Record<string, string>> | undefined;
  /** Fields of the records within a record, and names in them that no field of ours holds. */
  readonly fields?: DeclaredFields | undefined;
  readonly unread?: readonly string[] | undefined;
}

export type DeclaredFields = Readonly<Record<string, DeclaredField>>;

type MakeField = (one: DeclaredField) => Field<unknown, false>;

/** What a field of a kind says besides. */
export type KindDetail = "unit" | "length" | "least" | "values" | "fields" | "unread";

interface Kind {
  readonly make: MakeField;
  /** What it must say besides, and what it may. */
  readonly needs?: KindDetail;
  readonly takes?: readonly KindDetail[];
}

const kinds = {
  text: { make: (one) => worded(textField(one.wire, one.about.en), one), takes: ["values"] },
  texts: {
    make: ({ wire, about, values = {} }) => textsField(wire, about.en, wordOf(values)),
    takes: ["values"],
  },
  name: { make: ({ wire, about }) => keyName(wire, about.en) },
  organisation: { make: ({ wire, about }) => organisationField(wire, about.en) },
  digits: {
    make: ({ wire, about, length = 1, least }) => digitsField(wire, about.en, length, least),
    needs: "length",
    takes: ["least"],
  },
  date: { make: ({ wire, about }) => dayField(wire, about.en) },
  time: { make: ({ wire, about }) => timeField(wire, about.en) },
  code: { make: ({ wire, about }) => codeField(wire, about.en) },
  boolean: { make: ({ wire, about }) => flagField(wire, about.en) },
  percent: { make: ({ wire, about }) => percentField(wire, about.en) },
  fraction: { make: ({ wire, about }) => percentField([], about.en, wire) },
  number: { make: ({ wire, about, unit = "" }) => numberField(wire, about.en, unit), needs: "unit" },
  integer: { make: ({ wire, about, unit = "" }) => integerField(wire, about.en, unit), needs: "unit" },
  count: { make: ({ wire, about, unit = "" }) => countField(wire, about.en, unit), needs: "unit" },
  record: { make: (one) => recordField(one.wire, withinOf(one)), needs: "fields", takes: ["unread"] },
  records: { make: (one) => recordsField(one.wire, withinOf(one)), needs: "fields", takes: ["unread"] },
} satisfies Record<string, Kind>;

export type FieldKind = keyof typeof kinds;

export const fieldKinds = Object.keys(kinds) as [FieldKind, ...FieldKind[]];

/** What a field of a kind must and may say besides; undefined: there is no such kind. */
export function kindDetails(name: string): Pick<Kind, "needs" | "takes"> | undefined {
  return Object.hasOwn(kinds, name) ? (kinds as Readonly<Record<string, Kind>>)[name] : undefined;
}

export function tableOf(fields: DeclaredFields): Record<string, Field> {
  return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, fieldOf(one)]));
}

function fieldOf(one: DeclaredField): Field {
  const { make }: Kind = kinds[one.type];
  const field = { ...make(one), words: one.about };
  return one.required ? need(field) : field;
}

function withinOf({ about, fields = {}, unread }: DeclaredField) {
  const table: FieldTable = tableOf(fields);
  return { fields: table, about: about.en, ...(unread && { unread }) };
}

const wordOf =
  (values: Readonly<Record<string, string>>) =>
  (text: string): string =>
    Object.hasOwn(values, text) ? (values[text] ?? text) : text;

/** The field with our words in the place of the service's. */
function worded<Value>(field: Field<Value, false>, { values }: DeclaredField): Field<Value | string, false> {
  if (values === undefined) return field;
  const word = wordOf(values);
  const wire = field.wire.map(({ name, read }) => ({
    name,
    read: (...given: Parameters<typeof read>) => {
      const text = read(...given);
      return typeof text === "string" ? word(text) : text;
    },
  }));
  return { ...field, wire };
}
