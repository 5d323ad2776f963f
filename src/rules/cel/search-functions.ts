/** Searches of texts, without regard to width, case and kana; patterns letter by letter. */
import type { Environment } from "@marcbachmann/cel-js";
import { foldSearched } from "./fold-searched.ts";
import { hasAny, matchedInAll, matchedWords } from "./keyword-lists.ts";
import { spendFind, spendSearch } from "./meter.ts";
import { patternMatches } from "./patterns.ts";
import { register } from "./register.ts";

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
