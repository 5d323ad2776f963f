/** Calls that the settings declare: plain data, and what is made of it, which is what a built-in call is. */
import { isDay } from "../../model/dates.ts";
import type { Worded } from "../../model/language.ts";
import {
  codeField,
  countField,
  dayField,
  flagField,
  integerField,
  keyName,
  need,
  numberField,
  percentField,
  textField,
} from "../field-types.ts";
import type { Field, RecordFacts } from "../record.ts";
import {
  issueName,
  type MarketCall,
  type MarketPlan,
  marketParameters,
  type ParameterFacts,
} from "./call.ts";

/** Kinds of fields, by the names that settings give them; those of numbers need a unit. */
const kinds = {
  text: textField,
  date: dayField,
  code: codeField,
  name: keyName,
  boolean: flagField,
  percent: percentField,
  fraction: (wire, about) => percentField([], about, wire),
  number: numberField,
  integer: integerField,
  count: countField,
} as const satisfies Record<string, MakeField>;

type MakeField = (wire: readonly string[], about: string, unit: string) => Field<unknown, false>;

export type FieldKind = keyof typeof kinds;

export const fieldKinds = Object.keys(kinds) as [FieldKind, ...FieldKind[]];

const measured: readonly string[] = ["number", "integer", "count"];

/** Whether values of a kind are in a unit that the declaration says; undefined: there is no such kind. */
export function hasUnit(kind: string): boolean | undefined {
  return Object.hasOwn(kinds, kind) ? measured.includes(kind) : undefined;
}

interface DeclaredField {
  readonly type: FieldKind;
  /** Names under which the service sends it; the first that holds something counts. */
  readonly wire: readonly string[];
  readonly about: Worded;
  readonly unit?: string | undefined;
  /** Whether a record without it cannot be read. */
  readonly required: boolean;
}

/** What is left out is that of the parameter of this name which many calls have. */
interface DeclaredParameter {
  readonly wire?: string | undefined;
  readonly about?: Worded | undefined;
  readonly day?: boolean | undefined;
  readonly list?: boolean | undefined;
  readonly field?: string | undefined;
  /** Regular expression that the whole of a value must match. */
  readonly pattern?: string | undefined;
}

interface DeclaredCall {
  readonly about: Worded;
  readonly plan: MarketPlan;
  readonly parameters: Readonly<Record<string, DeclaredParameter>>;
  readonly required: readonly string[];
  /** Name of the parameter, and of the field of an answer, with the key of the next page. */
  readonly paging: string;
  /** Name of the array of rows in an answer. */
  readonly rows: string;
  readonly key: readonly string[];
  readonly day: readonly string[];
  readonly published?: string | undefined;
  readonly publishedTime?: string | undefined;
  readonly occurred?: string | undefined;
  readonly out: readonly string[];
  readonly outAfter: number;
  readonly form?: string | undefined;
  readonly ahead: boolean;
  readonly whole: boolean;
  readonly byStock: boolean;
  readonly tracks: readonly string[];
  readonly asides: readonly string[];
  readonly fields: Readonly<Record<string, DeclaredField>>;
}

/** Declarations by the path of the call. */
export type DeclaredCalls = Readonly<Record<string, DeclaredCall>>;

export function declaredCalls(declared: DeclaredCalls): Record<string, MarketCall> {
  return Object.fromEntries(Object.entries(declared).map(([path, one]) => [path, callOf(one)]));
}

function callOf(declared: DeclaredCall): MarketCall {
  const { about, plan, parameters, required, paging, rows, fields } = declared;
  const own = Object.entries(parameters).filter(([, said]) =>
    Object.values(said).some((one) => one !== undefined),
  );
  return {
    about: about.en,
    plan,
    parameters: Object.keys(parameters),
    ownParameters: Object.fromEntries(own.map(([name, said]) => [name, parameterOf(name, said)])),
    required,
    paging,
    rows,
    fields: fieldTable(fields),
    records: factsOf(declared),
  };
}

/** Records about a stock have its name, from the list of issues where they do not say one. */
function fieldTable(fields: DeclaredCall["fields"]): Record<string, Field> {
  const isNameless = fields.code?.type === "code" && fields.name === undefined;
  const own = Object.entries(fields).flatMap(([name, one]): [string, Field][] => {
    const field: [string, Field] = [name, fieldOf(one)];
    return name === "code" && isNameless ? [field, ["name", nameOfIssue]] : [field];
  });
  return Object.fromEntries(own);
}

const nameOfIssue: Field = { ...issueName(), words: { en: "name", ja: "銘柄名" } };

function fieldOf({ type, wire, about, unit = "", required }: DeclaredField): Field {
  const make: MakeField = kinds[type];
  const field = { ...make(wire, about.en, unit), words: about };
  return required ? need(field) : field;
}

function parameterOf(name: string, own: DeclaredParameter): ParameterFacts {
  const known = (marketParameters as Readonly<Record<string, ParameterFacts>>)[name];
  const { about, wire, day, list, field } = own;
  const problem = problemOf(own) ?? known?.problem;
  return {
    ...known,
    about: about?.en ?? known?.about ?? name,
    ...(wire !== undefined && { wire }),
    ...(day !== undefined && { isDay: day }),
    ...(list !== undefined && { isList: list }),
    ...(field !== undefined && { field }),
    ...(problem !== undefined && { problem }),
  };
}

/** Finds what is wrong with a value, where the declaration says something of values. */
function problemOf({ day, pattern }: DeclaredParameter): ParameterFacts["problem"] {
  if (day) return (value) => (isDay(value) ? undefined : "expected a date YYYY-MM-DD");
  if (pattern === undefined) return undefined;
  const form = wholeText(pattern);
  return (value) => (form.test(value) ? undefined : `expected a text of the form ${pattern}`);
}

/** The regular expression that matches where a whole text has the pattern. Throws a SyntaxError. */
export function wholeText(pattern: string): RegExp {
  // By itself as well: `a)(b` is one only between parentheses.
  const { source } = new RegExp(pattern, "u");
  return new RegExp(`^(?:${source})$`, "u");
}

function factsOf(declared: DeclaredCall): RecordFacts {
  const { key, day, published, publishedTime, occurred, out, tracks, asides } = declared;
  return {
    key,
    ...(day.length > 0 && { day }),
    ...(published !== undefined && { published }),
    ...(publishedTime !== undefined && { publishedTime }),
    ...(occurred !== undefined && { occurred }),
    ...(out.length > 0 && { out }),
    ...(declared.outAfter > 0 && { outAfter: declared.outAfter }),
    ...(declared.form !== undefined && { form: declared.form }),
    ...(declared.ahead && { isAhead: true }),
    ...(declared.whole && { isWhole: true }),
    ...(declared.byStock && { isByStock: true }),
    ...(tracks.length > 0 && { tracks }),
    ...(asides.length > 0 && { asides }),
  };
}
