/** Searches of texts, without regard to width, case and kana; patterns letter by letter, in RE2's linear time. */
import type { Environment } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import { foldSearched, hasAny, matchedInAll, matchedWords } from "./keyword-lists.ts";
import type { Variables } from "./language.ts";
import { type Meter, spend, spendFind, spendSearch } from "./meter.ts";
import { asking } from "./surroundings.ts";
import { register } from "./syntax.ts";

export function addSearches(environment: Environment): void {
  register(environment, [
    ["string.own_contains(string): bool", asking(contains)],
    [
      "string.own_startsWith(string): bool",
      asking(({ around: { meter } }, text: string, part: string) =>
        searched(meter, text).startsWith(searched(meter, part)),
      ),
    ],
    [
      "string.own_endsWith(string): bool",
      asking(({ around: { meter } }, text: string, part: string) =>
        searched(meter, text).endsWith(searched(meter, part)),
      ),
    ],
    ["string.own_has_any(list<string>): bool", asking(textHasAny)],
    ["own_has_any(string, list<string>): bool", asking(textHasAny)],
    ["list<string>.own_has_any(list<string>): bool", asking(anyHasAny)],
    ["own_has_any(list<string>, list<string>): bool", asking(anyHasAny)],
    ["string.own_matched_words(list<string>): list<string>", asking(wordsIn)],
    ["list<string>.own_matched_words(list<string>): list<string>", asking(wordsInAny)],
    [
      "string.own_matches(string): bool",
      asking(({ around }, text: string, pattern: string) => patternMatches(text, pattern, around.meter)),
    ],
  ]);
}

function searched(meter: Meter, text: string): string {
  spendSearch(meter, text);
  return foldSearched(text);
}

function contains({ around: { meter } }: Variables, text: string, part: string): boolean {
  const folded = searched(meter, text);
  const wanted = searched(meter, part);
  spendFind(meter, folded, wanted);
  return folded.includes(wanted);
}

type Words = readonly string[];

const textHasAny = ({ around }: Variables, text: string, words: Words) => hasAny(text, words, around.meter);

const anyHasAny = ({ around }: Variables, texts: Words, words: Words) =>
  texts.some((text) => hasAny(text, words, around.meter));

const wordsIn = ({ around }: Variables, text: string, words: Words) =>
  matchedWords(text, words, around.meter);

const wordsInAny = ({ around }: Variables, texts: Words, words: Words) =>
  matchedInAll(texts, words, around.meter);

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

/**
 * Whether the pattern matches somewhere in the text. Throws for a pattern with a problem.
 * @param meter left out: nothing is counted
 */
export function patternMatches(text: string, pattern: string, meter?: Meter): boolean {
  const compiledPattern = patternFor(pattern);
  const size = compiledPattern.programSize();
  const seen = text.slice(0, Math.min(longestText, Math.floor(mostWork / size)));
  if (meter !== undefined) spend(meter, 10 + stepsPerWork * size * seen.length);
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
