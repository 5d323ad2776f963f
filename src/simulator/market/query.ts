/** The query parameters that the market endpoints share. */
import { Refusal } from "./refusal.ts";

export interface MarketQuery {
  /** Five characters, upper case. */
  readonly code?: string;
  /** ISO dates, all of which a record must satisfy. */
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  readonly paginationKey?: string;
}

export type QueryName = "code" | "date" | "from" | "to" | "pagination_key";

/** Throws a Refusal (400) for a code or date that is none. Parameters that an endpoint does not have are ignored. */
export function parseQuery(query: URLSearchParams, names: readonly QueryName[]): MarketQuery {
  const given = (name: QueryName) =>
    names.includes(name) ? query.get(name)?.trim() || undefined : undefined;
  const code = given("code");
  const [date, from, to] = (["date", "from", "to"] as const).map((name) => parseDate(name, given(name)));
  const paginationKey = given("pagination_key");
  return {
    ...(code === undefined ? {} : { code: parseCode(code) }),
    ...(date === undefined ? {} : { date }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(paginationKey === undefined ? {} : { paginationKey }),
  };
}

function parseCode(code: string): string {
  if (!/^\d[\dA-Z]\d[\dA-Z]\d?$/i.test(code))
    throw new Refusal(400, `'code' must be a 4- or 5-digit stock code.`);
  return (code.length === 4 ? `${code}0` : code).toUpperCase();
}

function parseDate(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  const time = Date.parse(iso);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== iso)
    throw new Refusal(400, `'${name}' must be a date in the form YYYY-MM-DD.`);
  return iso;
}
