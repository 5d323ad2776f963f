/**
 * The functions of the rule language. What is not listed here cannot be called, whatever the library offers.
 * Ours stand under a name of their own (`own`), since the library's cannot be replaced.
 */
import { Environment } from "@marcbachmann/cel-js";
import { plainNumber } from "../../lib/text/plain-number.ts";
import { foldSearched } from "./fold-searched.ts";
import { hasAny, matchedInAll, matchedWords } from "./keyword-lists.ts";
import { spendSearch } from "./meter.ts";
import { patternMatches } from "./patterns.ts";

interface Word {
  /** Called as `x.word(...)`, as `word(...)`, or either way. */
  readonly form: "method" | "function" | "both";
  readonly own?: string;
  /** Takes a name and an expression, and runs it for each entry of a list. */
  readonly loop?: true;
}

export const vocabulary: Readonly<Record<string, Word>> = {
  has: { form: "function" },
  size: { form: "both" },
  contains: { form: "method", own: "own_contains" },
  startsWith: { form: "method", own: "own_startsWith" },
  endsWith: { form: "method", own: "own_endsWith" },
  has_any: { form: "both", own: "own_has_any" },
  matched_words: { form: "method", own: "own_matched_words" },
  matches: { form: "method", own: "own_matches" },
  abs: { form: "function" },
  min: { form: "function" },
  max: { form: "function" },
  round: { form: "function" },
  string: { form: "function", own: "own_string" },
  double: { form: "function" },
  all: { form: "method", loop: true },
  exists: { form: "method", loop: true },
  exists_one: { form: "method", loop: true },
  map: { form: "method", loop: true },
  filter: { form: "method", loop: true },
};

/** Structure limits, so that no expression costs much, whoever wrote it. */
const limits = {
  maxAstNodes: 500,
  maxDepth: 40,
  maxListElements: 1_000,
  maxMapEntries: 1_000,
  maxCallArguments: 8,
};

const sync = { async: false };

/** The language before any variable is declared; to be cloned. */
export function createLanguage(): Environment {
  const environment = new Environment({ limits });
  addText(environment);
  addNumbers(environment);
  return environment;
}

function searched(text: string): string {
  spendSearch(text);
  return foldSearched(text);
}

function addText(environment: Environment): void {
  const anyHasAny = (texts: readonly string[], words: readonly string[]): boolean =>
    texts.some((text) => hasAny(text, words));
  const functions: [string, (...values: never[]) => unknown][] = [
    [
      "string.own_contains(string): bool",
      (text: string, part: string) => searched(text).includes(searched(part)),
    ],
    [
      "string.own_startsWith(string): bool",
      (text: string, part: string) => searched(text).startsWith(searched(part)),
    ],
    [
      "string.own_endsWith(string): bool",
      (text: string, part: string) => searched(text).endsWith(searched(part)),
    ],
    ["string.own_has_any(list<string>): bool", hasAny],
    ["own_has_any(string, list<string>): bool", hasAny],
    ["list<string>.own_has_any(list<string>): bool", anyHasAny],
    ["own_has_any(list<string>, list<string>): bool", anyHasAny],
    ["string.own_matched_words(list<string>): list<string>", matchedWords],
    ["list<string>.own_matched_words(list<string>): list<string>", matchedInAll],
    ["string.own_matches(string): bool", patternMatches],
    ["own_string(string): string", (text: string) => text],
    ["own_string(bool): string", (truth: boolean) => String(truth)],
    ["own_string(int): string", (whole: bigint) => String(whole)],
    ["own_string(double): string", plainNumber],
  ];
  for (const [signature, handler] of functions) environment.registerFunction(signature, handler, sync);
}

function addNumbers(environment: Environment): void {
  const functions: [string, (...values: never[]) => unknown][] = [
    ["abs(double): double", (a: number) => Math.abs(a)],
    ["min(double, double): double", (a: number, b: number) => Math.min(a, b)],
    ["max(double, double): double", (a: number, b: number) => Math.max(a, b)],
    ["round(double): double", (a: number) => Math.round(a)],
    ["round(double, double): double", (a: number, digits: number) => roundTo(a, digits)],
  ];
  for (const [signature, handler] of functions) environment.registerFunction(signature, handler, sync);
  environment.registerOperator("double % double: double", (a: number, b: number) => a % b);
  // size() counts in whole numbers; everything else is a double, and the two may meet.
  addMixed(environment, "==", "bool", (a, b) => a === b);
  addMixed(environment, "+", "double", (a, b) => a + b);
  addMixed(environment, "-", "double", (a, b) => a - b);
  addMixed(environment, "*", "double", (a, b) => a * b);
  addMixed(environment, "/", "double", (a, b) => a / b);
  addMixed(environment, "%", "double", (a, b) => a % b);
}

function addMixed(
  environment: Environment,
  operator: string,
  gives: string,
  compute: (a: number, b: number) => unknown,
): void {
  const handler = (a: number | bigint, b: number | bigint): unknown => compute(Number(a), Number(b));
  environment.registerOperator(`int ${operator} double: ${gives}`, handler);
  // Equality is registered both ways at once.
  if (operator !== "==") environment.registerOperator(`double ${operator} int: ${gives}`, handler);
}

export function roundTo(value: number, digits: number): number {
  const factor = 10 ** Math.min(10, Math.max(0, Math.trunc(digits)));
  return Math.round(value * factor) / factor;
}
