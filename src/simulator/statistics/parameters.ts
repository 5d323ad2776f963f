/** The request's parameters, checked in the order in which the service reports mistakes. */
import type { Frequency } from "../world/statistics/catalogue.ts";
import { type AnswerLanguage, RefusedRequest } from "./bodies.ts";

export interface Parameters {
  readonly language: AnswerLanguage;
  readonly format: "JSON" | "CSV";
  readonly db: string;
  /** Upper case; undefined where missing or empty. */
  get(name: string): string | undefined;
}

const forbidden = /[<>"!|\\;']/;
// Codes and settings are plain ASCII: everything else counts as a full-width character.
const fullWidth = /[^\u0020-\u007e]/;

/** Names and values are case-insensitive; of a name that is given twice the first counts. */
export function upperCased(query: URLSearchParams): Map<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of query) {
    const upper = name.toUpperCase();
    if (!given.has(upper)) given.set(upper, value.trim().toUpperCase());
  }
  return given;
}

/** The language to answer in, whatever else is wrong with a request. */
export function languageOf(given: ReadonlyMap<string, string>): AnswerLanguage {
  return given.get("LANG") === "EN" ? "EN" : "JP";
}

/** Throws a Refusal. */
export function parseParameters(
  given: ReadonlyMap<string, string>,
  databases: (db: string) => boolean,
): Parameters {
  for (const value of given.values())
    if (forbidden.test(value) || fullWidth.test(value)) throw new RefusedRequest("M181001E");
  const get = (name: string) => given.get(name) || undefined;
  const language = get("LANG") ?? "JP";
  if (language !== "JP" && language !== "EN") throw new RefusedRequest("M181002E");
  const format = get("FORMAT") ?? "JSON";
  if (format !== "JSON" && format !== "CSV") throw new RefusedRequest("M181003E");
  const db = get("DB");
  if (db === undefined) throw new RefusedRequest("M181004E");
  if (!databases(db)) throw new RefusedRequest("M181005E");
  return { language, format, db, get };
}

/** Reads the position to go on from, counted from 1. Throws a Refusal. */
export function parseStartPosition({ get }: Parameters): number {
  const text = get("STARTPOSITION") ?? "1";
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw new RefusedRequest("M181012E");
  return Number(text);
}

/** The part of a request that the answer repeats: the parameters it may have, with the two that have defaults filled in. */
export function echo(parameters: Parameters, names: readonly string[]): Record<string, string> {
  const { format, language, db, get } = parameters;
  const rest = names.map((name) => [name, get(name) ?? ""] as const);
  return { FORMAT: format, LANG: language, DB: db, ...Object.fromEntries(rest) };
}

/** startDate and endDate: a year, or a year and two digits that the frequency gives a meaning. */
export interface PeriodBounds {
  readonly start?: number;
  readonly end?: number;
}

const firstYear = 1850;
const lastYear = 2050;

/** Number of parts that the two digits count, by frequency; 0 if there are none. */
const partsOf: Readonly<Record<Frequency, number>> = {
  CY: 0,
  FY: 0,
  CH: 2,
  FH: 2,
  Q: 4,
  M: 12,
  W: 12,
  D: 12,
};

/**
 * Throws a Refusal for what is no date at all. `worldYear` moves the end of the range: a world that runs for days
 * comes to years that the document does not have.
 */
export function parseBounds({ get }: Parameters, worldYear: number): PeriodBounds {
  const start = parseBound(get("STARTDATE"), "M181008E", worldYear);
  const end = parseBound(get("ENDDATE"), "M181009E", worldYear);
  if (start !== undefined && end !== undefined && start > end) throw new RefusedRequest("M181011E");
  return { ...(start === undefined ? {} : { start }), ...(end === undefined ? {} : { end }) };
}

/** Throws a Refusal where a bound has not the form of the frequency. */
export function checkPeriods({ start, end }: PeriodBounds, frequency: Frequency): void {
  if (start !== undefined && !fits(start, frequency)) throw new RefusedRequest("M181015E");
  if (end !== undefined && !fits(end, frequency)) throw new RefusedRequest("M181016E");
}

function parseBound(
  text: string | undefined,
  id: "M181008E" | "M181009E",
  worldYear: number,
): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{4}/.test(text)) throw new RefusedRequest("M181010E");
  const year = Number(text.slice(0, 4));
  if (year < firstYear || year > Math.max(lastYear, worldYear)) throw new RefusedRequest("M181010E");
  if (!/^\d{4}((0[1-9])|(1[0-2]))?$/.test(text)) throw new RefusedRequest(id);
  return Number(text);
}

function fits(bound: number, frequency: Frequency): boolean {
  const parts = partsOf[frequency];
  return parts === 0 ? bound < 10_000 : bound >= 10_000 && bound % 100 <= parts;
}
