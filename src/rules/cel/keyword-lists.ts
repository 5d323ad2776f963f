/** Searches of a text for the words of a list: in one pass where the list was known when the rules were read. */
import { createKeywords, type Keywords } from "../../lib/text/keywords.ts";
import { foldSearched, foldSearchedUnits } from "./fold-searched.ts";
import { longestText, spend, spendSearch } from "./meter.ts";
import { listLimit } from "./records.ts";

export function isBlank(word: string): boolean {
  return word.trim() === "";
}

// Rules that name the same list hold the same array.
const prepared = new WeakMap<readonly string[], Keywords>();

/** Makes searches for the words of this array fast. Does nothing for a list with blank words. */
export function prepareKeywords(words: readonly string[]): void {
  if (words.length === 0 || words.some(isBlank) || prepared.has(words)) return;
  prepared.set(words, createKeywords(words));
}

/** Whether any of the words is in the text. */
export function hasAny(text: string, words: readonly string[]): boolean {
  const keywords = prepared.get(words);
  if (keywords !== undefined) {
    spendPass(text);
    return keywords.occurIn(foldSearchedUnits(text));
  }
  const parts = foldWords(text, words);
  const folded = foldSearched(text);
  return parts.some((word) => folded.includes(word));
}

/** More words are not searched for together. */
const mostTogether = 5_000;

/**
 * Whether a text may have a word of any of some lists: one pass that says of most texts at once that none has. Undefined
 * where a list cannot be searched for in one pass.
 */
export function mayHaveAny(lists: readonly (readonly string[])[]): ((text: string) => boolean) | undefined {
  const words = [...new Set(lists.flat())];
  const isFit = words.length > 0 && words.length <= mostTogether && !words.some(isBlank);
  if (!isFit) return undefined;
  const together = createKeywords(words);
  return (text) => together.occurIn(foldSearchedUnits(text));
}

/** The words that are in the text, as the list has them, in the order in which they first begin there. */
export function matchedWords(text: string, words: readonly string[]): string[] {
  const keywords = prepared.get(words);
  if (keywords === undefined) return foundOneByOne(text, words);
  spendPass(text);
  const found = keywords.foundIn(foldSearchedUnits(text));
  spend(stepsToAnswer + stepsPerWord * found.length);
  return found.slice(0, listLimit);
}

/** The words that are in any of the texts, each once. */
export function matchedInAll(texts: readonly string[], words: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => matchedWords(text, words)))].slice(0, listLimit);
}

const stepsToAnswer = 60;
const stepsPerWord = 5;

// However long the list is. A text that was folded before is still to be passed over.
function spendPass(text: string): void {
  spendSearch(text);
  spend(Math.min(text.length, longestText));
}

function foldWords(text: string, words: readonly string[]): string[] {
  spendSearch(text, words.length);
  return words.map((word) => {
    spendSearch(word);
    return foldSearched(word);
  });
}

/** For a list that is made while the expression runs: to prepare it would take longer than a search. */
function foundOneByOne(text: string, words: readonly string[]): string[] {
  const parts = foldWords(text, words);
  const folded = foldSearched(text);
  const asWritten = new Map<string, string>();
  for (const [index, word] of words.entries()) {
    const part = parts[index] ?? "";
    if (!isBlank(word) && !asWritten.has(part)) asWritten.set(part, word);
  }
  return [...asWritten]
    .map(([part, word]) => ({ word, start: folded.indexOf(part), length: part.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start || a.length - b.length)
    .map(({ word }) => word);
}
