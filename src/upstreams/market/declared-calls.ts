/** Calls that the settings declare: plain data, and what is made of it, which is what a built-in call is. */
import { isDay } from "../../model/dates.ts";
import type { Worded } from "../../model/language.ts";
import type { Field, RecordFacts } from "../record.ts";
import {
  type CallLimit,
  issueName,
  type MarketCall,
  type MarketPlan,
  marketParameters,
  type ParameterFacts,
} from "./call.ts";
import { type DeclaredFields, tableOf } from "./declared-fields.ts";
import type { ParameterRule } from "./parameter-rules.ts";

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
  /** What the document says of parameters together. */
  readonly rules: readonly ParameterRule[];
  /** Add-on to the plan without which the service refuses. */
  readonly addOn?: string | undefined;
  /** Limit of requests a minute beside that of the plan, or apart from it. */
  readonly limit?: { readonly name: string; readonly requests: number; readonly apart: boolean } | undefined;
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
  /** Fields with a day to come, each with what happens on it. */
  readonly calendar: Readonly<Record<string, Worded>>;
  readonly fields: DeclaredFields;
}

/** Declarations by the path of the call. */
export type DeclaredCalls = Readonly<Record<string, DeclaredCall>>;

export function declaredCalls(declared: DeclaredCalls): Record<string, MarketCall> {
  return Object.fromEntries(Object.entries(declared).map(([path, one]) => [path, callOf(one)]));
}

function callOf(declared: DeclaredCall): MarketCall {
  const { about, plan, parameters, required, rules, addOn, paging, rows, fields } = declared;
  const own = Object.entries(parameters).filter(([, said]) =>
    Object.values(said).some((one) => one !== undefined),
  );
  return {
    about: about.en,
    words: about,
    plan,
    parameters: Object.keys(parameters),
    ownParameters: Object.fromEntries(own.map(([name, said]) => [name, parameterOf(name, said)])),
    required,
    ...(rules.length > 0 && { rules }),
    ...(addOn !== undefined && { addOn }),
    ...limitOf(declared),
    paging,
    rows,
    fields: withStockName(tableOf(fields)),
    records: factsOf(declared),
  };
}

function limitOf({ limit }: DeclaredCall): { readonly limit?: CallLimit } {
  if (limit === undefined) return {};
  return { limit: { name: limit.name, requestsPerMinute: limit.requests, isApart: limit.apart } };
}

/** Records about a stock have its name, from the list of issues where they do not say one. */
function withStockName(fields: Record<string, Field>): Record<string, Field> {
  if (fields.code?.type !== "code" || fields.name !== undefined) return fields;
  const own = Object.entries(fields);
  const named = own.flatMap(([name, field]): [string, Field][] =>
    name === "code"
      ? [
          [name, field],
          ["name", nameOfIssue],
        ]
      : [[name, field]],
  );
  return Object.fromEntries(named);
}

const nameOfIssue: Field = { ...issueName(), words: { en: "name", ja: "銘柄名" } };

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
  const ahead = Object.entries(declared.calendar).map(([field, title]) => ({ field, title }));
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
    ...(ahead.length > 0 && { ahead }),
    ...(tracks.length > 0 && { tracks }),
    ...(asides.length > 0 && { asides }),
  };
}
