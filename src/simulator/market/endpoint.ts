/** Parts of a call of the market service, and its query, which chooses days and companies. */
import type { OutgoingHttpHeaders } from "node:http";
import type { Company } from "../world/market/companies.ts";
import { businessDay } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";

/** Plans, lowest first; "none" is an account without a subscription. */
export const plans = ["none", "free", "light", "standard", "premium"] as const;
export type AccountPlan = (typeof plans)[number];

/** The records that a query matches; written only as far as a page takes them. */
export interface FoundDays {
  readonly length: number;
  slice(from: number, to?: number): readonly unknown[];
}

/** A part of the service that is bought apart from the plan, with a limit of its own: minute bars, and disclosures. */
export const addOns = ["minute", "tdnet"] as const;
export type AddOn = (typeof addOns)[number];

/** What a call takes. */
interface CallForm {
  readonly parameters: Parameters;
  /** Parameters of which at least one must be given. */
  readonly anyOf?: readonly string[];
  /** Kind of its codes; stocks by default. */
  readonly codes?: CodeForm;
  /** Parameters of other calls that are an error here; others that are not known are passed over. */
  readonly refused?: readonly string[];
  /** Pairs of parameters of which only one may be given. */
  readonly apart?: readonly (readonly [string, string])[];
  readonly addOn?: AddOn;
  /** Throws a Refusal (400) for parameters that do not go together. @param today ISO date */
  readonly check?: (asked: CallQuery, today: string) => void;
}

export interface Endpoint extends CallForm {
  /** The status that says that there is no data; 200 with an empty list by default. */
  readonly noDataStatus?: number;
  readonly find: (world: World, query: CallQuery, at: number, plan: AccountPlan) => FoundDays;
  /** Where the rows begin that come after a query's cursor, and the cursor of those that there are now, if it is told. */
  readonly place?: (
    world: World,
    query: CallQuery,
    at: number,
  ) => { from: number; cursor?: string | undefined };
  /** Whether the last page says that there is no other, in place of nothing. */
  readonly endsWithNull?: boolean;
}

/** A call whose answer is no list but names files, at addresses that are good for some minutes. */
export interface FileEndpoint extends CallForm {
  /** @param addressOf gives a file's name its address */
  readonly answer: (
    world: World,
    query: CallQuery,
    at: number,
    addressOf: (name: string) => string,
  ) => object;
  /** A file by its name; undefined: there is none. */
  readonly file: (world: World, name: string) => ServedFile | undefined;
}

export interface ServedFile {
  readonly type: string;
  readonly body: Buffer;
}

const range = { date: "date", from: "from", to: "to" } as const;
/** C D F T P of the document. */
export const codeAndDates = { code: "code", ...range, pagination_key: "paginationKey" } as const;
/** D F T P. */
export const onlyDates = { ...range, pagination_key: "paginationKey" } as const;
export const unpagedDates = range;
export const someDays = ["code", "date", "from", "to"] as const;

/** Finds `rows` and writes each with `write`. */
export function lazily<Row>(rows: readonly Row[], write: (row: Row) => unknown): FoundDays {
  return { length: rows.length, slice: (from, to) => rows.slice(from, to).map(write) };
}

/** The dates that satisfy all of a query's date parameters, within what the service has; empty when from > to. */
export function boundsOfDays(
  { date, from, to }: CallQuery,
  first: string,
  last: string,
): { from: string; to: string } {
  const latest = (a: string, b: string | undefined) => (b !== undefined && b > a ? b : a);
  const earliest = (a: string, b: string | undefined) => (b !== undefined && b < a ? b : a);
  return { from: latest(latest(first, from), date), to: earliest(earliest(last, to), date) };
}

/** The business days that a query wants, oldest first, up to `lastDay`. */
export function daysOf({ calendar }: World, query: CallQuery, lastDay: number): number[] {
  const { from, to } = boundsOfDays(query, calendar.dateOf(calendar.firstDay), calendar.dateOf(lastDay));
  const days: number[] = [];
  if (from > to) return days;
  for (let day = calendar.dayFrom(from); day <= lastDay && calendar.dateOf(day) <= to; day += 1)
    days.push(day);
  return days;
}

/** The rows of every day that the query wants, oldest first. */
export function rowsByDay<Row>(
  world: World,
  query: CallQuery,
  lastDay: number,
  rowsOn: (day: number) => readonly Row[],
): Row[] {
  return daysOf(world, query, lastDay).flatMap(rowsOn);
}

export function fiveDigits({ code }: Pick<Company, "code">): string {
  return `${code}0`;
}

/** Keeps rows about the company that a query names, or all. */
export function ofAsked<Row extends { company: Pick<Company, "code"> }>({
  code,
}: CallQuery): (row: Row) => boolean {
  return ({ company }) => code === undefined || code === fiveDigits(company);
}

export function companiesOf({ companies }: World, { code }: CallQuery): readonly Company[] {
  return code === undefined ? companies : companies.filter((company) => fiveDigits(company) === code);
}

/** Days that are looked back over for the newest records. */
const reachDays = 90;

/** Whether a request has no parameter but for its place among the pages: one that it does not have is still a mistake. */
export function isBare(given: URLSearchParams): boolean {
  return [...given].every(([name, value]) => name === "pagination_key" || value.trim() === "");
}

/**
 * The date of an endpoint's newest records, for a call without a parameter: nothing documents what it gets, and all of
 * history is no answer. Undefined where a date alone is no query.
 */
export function newestDate(world: World, { anyOf, find }: Endpoint, at: number): string | undefined {
  if (!anyOf?.includes("date")) return undefined;
  const today = businessDay(at);
  for (let day = today; day > today - reachDays; day -= 1) {
    const date = world.calendar.dateOf(day);
    if (find(world, { date }, at, "premium").length > 0) return date;
  }
  return world.calendar.dateOf(today);
}

// Query of a market call, read from its parameters.

export interface CallQuery {
  /** Upper case; a stock's has five characters. */
  readonly code?: string;
  /** ISO dates, all of which a record must satisfy. */
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  /** Day of calculation. */
  readonly calculated?: string;
  /** Day of publication. */
  readonly published?: string;
  readonly section?: string;
  /** Product of a contract. */
  readonly category?: string;
  /** "1" for central contract months, "0" for the others. */
  readonly central?: string;
  readonly sector?: string;
  /** Day for which results are expected. */
  readonly scheduled?: string;
  /** Register number of whoever files. */
  readonly edinetCode?: string;
  /** Number of a disclosure, kinds of its papers, and codes of what it is about, with commas between them. */
  readonly number?: string;
  readonly papers?: string;
  readonly items?: string;
  /** Path of a call, a file by its key, and its month or day as it is written. */
  readonly endpoint?: string;
  readonly key?: string;
  readonly month?: string;
  /** Place up to which a caller knows the day. */
  readonly cursor?: string;
  /** Division of the calendar's days. */
  readonly division?: string;
  readonly paginationKey?: string;
}

/** Meaning of a parameter, whatever name an endpoint has for it. */
type Meaning = keyof CallQuery;
type Parameters = Readonly<Record<string, Meaning>>;
type CodeForm = "stock" | "index" | "contract";

const codeForms: Readonly<Record<CodeForm, { pattern: RegExp; is: string }>> = {
  stock: { pattern: /^\d[\dA-Z]\d[\dA-Z]\d?$/i, is: "a 4- or 5-digit stock code" },
  index: { pattern: /^[\dA-Z]{4}$/i, is: "a 4-digit index code" },
  contract: { pattern: /^[\dA-Z]{4,13}$/i, is: "the code of a contract" },
};
const dates: ReadonlySet<Meaning> = new Set([
  ...(["date", "from", "to", "calculated", "published", "scheduled"] as const),
]);

/** Throws a Refusal (400) for an invalid code or date. Parameters that an endpoint does not have are ignored. */
export function parseQuery(query: URLSearchParams, parameters: Parameters, codes: CodeForm): CallQuery {
  const asked: Partial<Record<Meaning, string>> = {};
  for (const [name, meaning] of Object.entries(parameters)) {
    const text = query.get(name)?.trim();
    if (!text) continue;
    if (dates.has(meaning)) asked[meaning] = parseDate(name, text);
    else asked[meaning] = meaning === "code" ? parseCode(text, codes) : text;
  }
  return asked;
}

function parseCode(code: string, form: CodeForm): string {
  const { pattern, is } = codeForms[form];
  if (!pattern.test(code)) throw new CallRefusal(400, `'code' must be ${is}.`);
  return (form === "stock" && code.length === 4 ? `${code}0` : code).toUpperCase();
}

function parseDate(name: string, text: string): string {
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(iso);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso)
    throw new CallRefusal(400, `'${name}' must be a date in the form YYYY-MM-DD.`);
  return iso;
}

/** A request that the market service does not serve: the status, and what the body's `message` says, if anything. */
export class CallRefusal extends Error {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
  }
}
