/** Searches of texts, without regard to width, case and kana; patterns letter by letter, in RE2's linear time. */
import type { Environment } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import { foldSearched, hasAny, matchedInAll, matchedWords } from "./keyword-lists.ts";
import { spend, spendFind, spendSearch } from "./meter.ts";
import { register } from "./syntax.ts";

export function addSearches(environment: Environment): void {
  register(environment, [
    ["string.own_contains(string): bool", contains],
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
  ]);
}

function searched(text: string): string {
  spendSearch(text);
  return foldSearched(text);
}

function contains(text: string, part: string): boolean {
  const folded = searched(text);
  const wanted = searched(part);
  spendFind(folded, wanted);
  return folded.includes(wanted);
}

function anyHasAny(texts: readonly string[], words: readonly string[]): boolean {
  return texts.some((text) => hasAny(text, words));
}

const longestPattern = 500;

/** Instructions of the compiled pattern. */
const largestPattern = 200;
const longestText = 3_000;

/** Instructions times characters: a large pattern sees less of a text. */
const mostWork = 80_000;
const stepsPerWork = 2;

const capacity = 500;
const compiled = new Map<string, RE2JS>();

/** Describes the mistake in a pattern; undefined: there is none. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > longestPattern) return `a pattern has at most ${longestPattern} characters`;
  if (readingWork(pattern) > mostReading)
    return "this pattern takes too long to read: ranges under (?i), or Unicode classes, are too large or too many";
  try {
    const isLong = patternSize(pattern) > largestPattern;
    return isLong
      ? "this pattern is too long, or repeats too much; has_any takes long lists of words"
      : undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /, "");
    return `this pattern cannot be read: ${reason}`;
  }
}

/** Characters that the classes of a pattern may make the engine go through when it reads it: some milliseconds. */
const mostReading = 200_000;

/** A class of Unicode counts as so many. */
const perUnicodeClass = 10_000;

/** Under (?i) the engine goes through a range letter by letter, however often the same is written. */
function readingWork(pattern: string): number {
  const signs = pattern.match(/\\(x\{[0-9a-f]*\}?|x[0-9a-f]{2}|[0-7]{1,3}|.)|./gisu) ?? [];
  const isFolded = /\(\?[a-z]*i/i.test(pattern);
  let work = 0;
  for (const [at, sign] of signs.entries()) {
    if (/^\\p$/i.test(sign)) work += perUnicodeClass;
    if (sign !== "-" || !isFolded) continue;
    const [from, to] = [signs[at - 1], signs[at + 1]].map(codeOf);
    work += Math.max(0, (to ?? 0) - (from ?? 0));
  }
  return work;
}

function codeOf(sign = ""): number {
  const hex = /^\\x\{?([0-9a-f]+)/i.exec(sign)?.[1];
  return hex === undefined ? (sign.replace("\\", "").codePointAt(0) ?? 0) : Number.parseInt(hex, 16);
}

/** Cost of a search for the pattern in a text of this length, in steps. Throws for a pattern with a problem. */
export function patternSteps(pattern: string, length: number): number {
  return stepsPerWork * patternSize(pattern) * length;
}

/** Number of instructions of the compiled pattern. Throws for a pattern with a problem. */
function patternSize(pattern: string): number {
  return patternFor(pattern).programSize();
}

/** Whether the pattern matches somewhere in the text. Throws for a pattern with a problem. */
export function patternMatches(text: string, pattern: string): boolean {
  const compiledPattern = patternFor(pattern);
  const size = compiledPattern.programSize();
  const seen = text.slice(0, Math.min(longestText, Math.floor(mostWork / size)));
  spend(10 + stepsPerWork * size * seen.length);
  return compiledPattern.matcher(seen).find();
}

function patternFor(pattern: string): RE2JS {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const fresh = RE2JS.compile(pattern);
  if (compiled.size >= capacity) compiled.clear();
  compiled.set(pattern, fresh);
  return fresh;
}
