/** The form of an entry in the tables of calls, and the parameters: each with its meaning, its form and its names. */
import { isDay } from "../../model/dates.ts";
import { shortCode } from "../../model/fields.ts";
import type { Worded } from "../../model/language.ts";
import { textField } from "../field-types.ts";
import { QueryError } from "../misfits.ts";
import type { FieldTable, RecordFacts } from "../record.ts";
import { brokenRules, type ParameterRule } from "./parameter-rules.ts";

export interface ParameterFacts {
  readonly about: string;
  /** The service's name for it, where ours is another. */
  readonly wire?: string;
  readonly isDay?: boolean;
  /** Whether it chooses single things, so that records may be asked for once for each of several. */
  readonly isList?: boolean;
  /**
   * Our field that holds what was asked for. A service passes over parameters that it does not know, so its rows are
   * narrowed by this field; those that do not have it stay.
   */
  readonly field?: string;
  /** Whether a row that lacks that field is none that was asked for. */
  readonly isSaid?: boolean;
  /** Finds what is wrong with a value; undefined: it is fine. */
  readonly problem?: (value: string) => string | undefined;
}

const day = (value: string) => (isDay(value) ? undefined : "expected a date YYYY-MM-DD");
const form = (pattern: RegExp, wanted: string) => (value: string) =>
  pattern.test(value) ? undefined : wanted;
const ofCode = form(/^[0-9A-Za-z]+$/, "a code holds letters and digits only");

/** The time of a file of the past. */
export const monthOrDay: ParameterFacts = {
  about: "month YYYY-MM or day YYYY-MM-DD",
  problem: form(/^\d{4}-?\d{2}(-?\d{2})?$/, "expected a month YYYY-MM or a day YYYY-MM-DD"),
};

/** The document's first; those from `s33` on were seen beside them, or came later. */
const parameters = {
  code: { about: "code of 4 or 5 characters", isList: true, field: "code", problem: ofCode },
  date: { about: "one day, YYYY-MM-DD", isDay: true, problem: day },
  from: { about: "first day, YYYY-MM-DD", isDay: true, problem: day },
  to: { about: "last day, YYYY-MM-DD", isDay: true, problem: day },
  section: { about: "section of the market" },
  pagination_key: { about: "the page to begin at" },
  s33: {
    about: "code of one of 33 sectors",
    isList: true,
    field: "sector33Code",
    problem: form(/^[0-9]{4}$/, "expected a sector's code of 4 digits, such as 0050"),
  },
  calcDate: {
    about: "day that positions are of, YYYY-MM-DD",
    wire: "calc_date",
    isDay: true,
    field: "calculatedOn",
    problem: day,
  },
  publishedDate: {
    about: "day of publication, YYYY-MM-DD; alone or beside a code",
    wire: "published_date",
    isDay: true,
    field: "publishedOn",
    isSaid: true,
    problem: day,
  },
  category: {
    about: "product, such as NK225F",
    isList: true,
    field: "productCategory",
    problem: form(/^[0-9A-Za-z]+$/, "expected a product, such as NK225F"),
  },
  contractFlag: {
    about: "1 for central contract months alone, 0 for the others",
    wire: "contract_flag",
    field: "centralContractMonth",
    problem: form(/^[01]$/, "expected 1 for central contract months, or 0 for the others"),
  },
  holidayDivision: {
    about: "kind of day, as the service counts them",
    wire: "hol_div",
    field: "holidayDivision",
    problem: form(/^[0-3]$/, "expected a kind of day, 0 to 3"),
  },
  scheduledDate: {
    about: "day that is announced, YYYY-MM-DD",
    wire: "scheduled_date",
    isDay: true,
    field: "scheduledOn",
    problem: day,
  },
  items: {
    about: "codes of items with commas between them, all of which a row has",
    wire: "discItems",
    problem: form(/^[0-9]+(,[0-9]+)*$/, "expected codes of items, such as 11101 or 11101,11102"),
  },
  edinetCode: {
    about: "EDINET code of the company, such as E00001",
    wire: "edinet_code",
    isList: true,
    field: "edinetCode",
    problem: form(/^E[0-9]{5}$/, "expected an EDINET code, such as E00001"),
  },
  endpoint: {
    about: "path of a call, such as /equities/bars/daily",
    isList: true,
    problem: form(/^\/[a-z0-9/_-]+$/, "expected the path of a call, such as /equities/bars/daily"),
  },
  cursor: { about: "the place that an earlier answer of today reached: only what came after it" },
} as const satisfies Readonly<Record<string, ParameterFacts>>;

export type MarketParameter = keyof typeof parameters;

export const marketParameters: Readonly<Record<MarketParameter, ParameterFacts>> = parameters;

/** Values by our names of the parameters; what is not asked is absent. */
type Query = Readonly<Record<string, string | undefined>>;

/** As much of a call as its parameters are checked by. */
type AskedCall = Pick<NamedCall, "name" | "parameters" | "ownParameters" | "required" | "rules">;

/** What a parameter of a call is: the call's own, or one that many calls have. */
export function parameterFacts(
  { ownParameters }: Pick<MarketCall, "ownParameters">,
  name: string,
): ParameterFacts | undefined {
  return ownParameters?.[name] ?? marketParameters[name as MarketParameter];
}

/** The query under the service's names. */
export function wireQuery(call: Pick<MarketCall, "ownParameters">, query: Query): Query {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [parameterFacts(call, name)?.wire ?? name, value]),
  );
}

/** Makes the test of whether a row is one that was asked for, as far as the row tells. */
export function asksFor(query: Query, call: MarketCall): (row: Readonly<Record<string, unknown>>) => boolean {
  const wanted = Object.entries(query).flatMap(([name, value]) => {
    const { field, isSaid = false } = parameterFacts(call, name) ?? {};
    const type = field === undefined ? undefined : call.fields[field]?.type;
    if (value === undefined || field === undefined || type === undefined) return [];
    return [{ field, isSaid, value: type === "code" ? shortCode(value.toUpperCase()) : value }];
  });
  return (row) =>
    wanted.every(({ field, isSaid, value }) => {
      const own = row[field];
      if (own === undefined) return !isSaid;
      return (typeof own === "boolean" ? (own ? "1" : "0") : own) === value;
    });
}

/** Derivatives have longer codes than stocks. */
const stockCode = /^[0-9A-Za-z]{4,5}$/;

/** Finds what is wrong with a value of one of the call's parameters; undefined: it is fine. */
export function parameterProblem(call: AskedCall, parameter: string, value: string): string | undefined {
  const problem = parameterFacts(call, parameter)?.problem?.(value);
  if (problem !== undefined || call.ownParameters?.[parameter] !== undefined) return problem;
  if (parameter === "code" && !call.name.startsWith("derivatives/") && !stockCode.test(value))
    return "expected a code of 4 or 5 characters";
  return undefined;
}

/** Throws a QueryError for what the document forbids, so that nothing is asked in vain. */
export function checkMarketQuery(call: AskedCall, query: Query): void {
  const { name } = call;
  for (const needed of call.required ?? []) {
    if (!query[needed]) throw new QueryError(needed, `${name} needs it`);
  }
  for (const [parameter, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const own = call.parameters.find((each) => each === parameter);
    if (own === undefined) throw new QueryError(parameter, `${name} has no such parameter`);
    const problem = parameterProblem(call, own, value);
    if (problem !== undefined) throw new QueryError(own, problem);
  }
  const [broken] = brokenRules(rulesOf(call), query);
  if (broken !== undefined) throw new QueryError(broken.parameter, broken.message);
}

/** The rules of a call's parameters. A day and a range of days are two questions, whatever the call is. */
export function rulesOf({
  parameters,
  rules = [],
}: Pick<MarketCall, "parameters" | "rules">): readonly ParameterRule[] {
  const takesBoth = parameters.includes("date") && parameters.includes("from");
  return takesBoth ? [{ parameter: "date", notWith: ["from", "to"] }, ...rules] : rules;
}

/** Parameters that choose a page or a place of an answer and none of its rows. */
export const isPlace = (parameter: string): boolean =>
  parameter === "pagination_key" || parameter === "cursor";

export type MarketPlan = "free" | "light" | "standard" | "premium";

/** Another way to ask the same, which a service of the observed dialect takes where it refuses the first. */
export interface OtherForm {
  /** HTTP statuses that lead to the other form. */
  readonly after: readonly number[];
  readonly path?: string;
  /** Its names of parameters. A query that holds none of these has no other form. */
  readonly parameters?: Partial<Record<MarketParameter, string>>;
  /** Our field that must lie within the asked days: a service may pass over parameters that it does not know. */
  readonly day?: string;
}

/** A limit of requests beside that of the plan. Calls that name the same one share it. */
export interface CallLimit {
  readonly name: string;
  readonly requestsPerMinute: number;
  /** Whether what it counts does not count towards the plan. */
  readonly isApart: boolean;
}

/** One endpoint. Its name is its path without the first slash. */
export interface MarketCall<F extends FieldTable = FieldTable, P extends string = string> {
  readonly about: string;
  /** Description in both languages, where the settings declare the call. */
  readonly words?: Worded;
  readonly parameters: readonly P[];
  /** Facts about those parameters that no other call has. */
  readonly ownParameters?: Readonly<Record<string, ParameterFacts>>;
  readonly required?: readonly P[];
  /** What the document says of its parameters together. */
  readonly rules?: readonly ParameterRule<NoInfer<P>>[];
  /** The least plan that may ask, as the service says of itself today, else as the document does; its answer decides. */
  readonly plan: MarketPlan;
  /** The add-on to that plan without which the service refuses. */
  readonly addOn?: string;
  readonly limit?: CallLimit;
  readonly fields: F;
  /** Field of an answer with its list of rows; left out: data. */
  readonly rows?: string;
  /** Field of an answer with the key of the next page, and the parameter that takes it; left out: pagination_key. */
  readonly paging?: string;
  /** Facts that tell its rows apart, so that they can be watched as a set of records. */
  readonly records: RecordFacts;
  /** Files of its past; left out: it has none, or none that hold all that its answers say. */
  readonly files?: PastFiles;
  readonly otherForm?: OtherForm;
}

export interface PastFiles {
  /** Whether `bulk/get` has a file of each month that is over, or `td/bulk` one of all. */
  readonly of: "each month" | "all years";
  /** Bytes that a day takes in them, about. */
  readonly bytesADay: number;
  /**
   * Fields that a dialect of the service does not have, for each that lacks any. A file that lacks columns of others, or of
   * some that two dialects lack, is not read.
   */
  readonly mayLack?: readonly (readonly string[])[];
}

/** A call with its name in the registry. */
export interface NamedCall extends MarketCall {
  readonly name: string;
}

/** Names of issues, as their list has them: `names` of the client knows them where a row does not say its own. */
export const issueName = (wire: string | string[] = []) =>
  textField(wire, "name of the company, in Japanese");

/** Keeps the types of a call's fields and parameters; the facts about its records name these fields. */
export const call = <const F extends FieldTable, const P extends MarketParameter>(
  definition: MarketCall<F, P> & { readonly records: RecordFacts<NoInfer<keyof F & string>> },
): MarketCall<F, P> => definition;

export const byCode = ["code", "date", "from", "to", "pagination_key"] as const;
export const byDay = ["date", "from", "to", "pagination_key"] as const;

/** Takes one stock, a range of its days, or a day of all. */
export const codeOrDay = [
  { parameter: "from", onlyWith: "code" },
  { parameter: "to", onlyWith: "code" },
  { atLeastOne: ["code", "date"] },
] as const;

/** Rows that have one of a code and a day. */
export const dailyOfCode = { key: ["date", "code"], day: ["date"], occurred: "date" } as const;
