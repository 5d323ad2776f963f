/** Query of a market call, read from its parameters. */
import type { OutgoingHttpHeaders } from "node:http";

export interface MarketQuery {
  /** Upper case; a stock's has five characters. */
  readonly code?: string;
  /** ISO dates, all of which a record must satisfy. */
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  /** Day of calculation. */
  readonly calculated?: string;
  readonly section?: string;
  /** Product of a contract. */
  readonly category?: string;
  /** "1" for central contract months, "0" for the others. */
  readonly central?: string;
  readonly sector?: string;
  /** Division of the calendar's days. */
  readonly division?: string;
  readonly paginationKey?: string;
}

/** Meaning of a parameter, whatever name an endpoint has for it. */
type Meaning = keyof MarketQuery;
export type Parameters = Readonly<Record<string, Meaning>>;
export type CodeForm = "stock" | "index" | "contract";

const codeForms: Readonly<Record<CodeForm, { pattern: RegExp; is: string }>> = {
  stock: { pattern: /^\d[\dA-Z]\d[\dA-Z]\d?$/i, is: "a 4- or 5-digit stock code" },
  index: { pattern: /^[\dA-Z]{4}$/i, is: "a 4-digit index code" },
  contract: { pattern: /^[\dA-Z]{4,13}$/i, is: "the code of a contract" },
};
const dates: ReadonlySet<Meaning> = new Set(["date", "from", "to", "calculated"]);

/** Throws a Refusal (400) for an invalid code or date. Parameters that an endpoint does not have are ignored. */
export function parseQuery(query: URLSearchParams, parameters: Parameters, codes: CodeForm): MarketQuery {
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
  if (!pattern.test(code)) throw new Refusal(400, `'code' must be ${is}.`);
  return (form === "stock" && code.length === 4 ? `${code}0` : code).toUpperCase();
}

function parseDate(name: string, text: string): string {
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(iso);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso)
    throw new Refusal(400, `'${name}' must be a date in the form YYYY-MM-DD.`);
  return iso;
}

/** A request that the market service does not serve: the status, and what the body's `message` says, if anything. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.headers = headers;
  }
}
