/** The request's parameters, checked in the order in which the service reports mistakes. */
import { Refusal } from "./messages.ts";

export type Language = "EN" | "JP";

export interface Parameters {
  readonly language: Language;
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
export function languageOf(given: ReadonlyMap<string, string>): Language {
  return given.get("LANG") === "EN" ? "EN" : "JP";
}

/** Throws a Refusal. */
export function parseParameters(
  given: ReadonlyMap<string, string>,
  databases: (db: string) => boolean,
): Parameters {
  for (const value of given.values())
    if (forbidden.test(value) || fullWidth.test(value)) throw new Refusal("M181001E");
  const get = (name: string) => given.get(name) || undefined;
  const language = get("LANG") ?? "JP";
  if (language !== "JP" && language !== "EN") throw new Refusal("M181002E");
  const format = get("FORMAT") ?? "JSON";
  if (format !== "JSON" && format !== "CSV") throw new Refusal("M181003E");
  const db = get("DB");
  if (db === undefined) throw new Refusal("M181004E");
  if (!databases(db)) throw new Refusal("M181005E");
  return { language, format, db, get };
}

/** Reads the position to go on from, counted from 1. Throws a Refusal. */
export function parseStartPosition({ get }: Parameters): number {
  const text = get("STARTPOSITION") ?? "1";
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw new Refusal("M181012E");
  return Number(text);
}

/** The part of a request that the answer repeats: the parameters it may have, with the two that have defaults filled in. */
export function echo(parameters: Parameters, names: readonly string[]): Record<string, string> {
  const { format, language, db, get } = parameters;
  const rest = names.map((name) => [name, get(name) ?? ""] as const);
  return { FORMAT: format, LANG: language, DB: db, ...Object.fromEntries(rest) };
}
