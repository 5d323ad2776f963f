/** Searches of a text for the words of a list: in one pass where the list was known when the rules were read. */
import { createFolder } from "../../lib/text/fold.ts";
import { createKeywords, type Keywords } from "../../lib/text/keywords.ts";
import { listLimit } from "./records.ts";

/** How much of a text is searched. */
const longestText = 20_000;

const foldKnown = createFolder(500_000);

/** Folds as much of a text as is searched. */
export function foldSearched(text: string): string {
  return foldKnown(searched(text));
}

function searched(text: string): string {
  return text.length > longestText ? text.slice(0, longestText) : text;
}

export function isBlank(word: string): boolean {
  return word.trim() === "";
}

// Rules that name the same list hold the same array.
const prepared = new WeakMap<readonly string[], Keywords>();

/** Makes searches for the words of this array fast. Does nothing for a list with blank words. */
export function prepareKeywords(words: readonly string[]): void {
  if (words.length === 0 || words.some(isBlank) || prepared.has(words)) return;
  prepared.set(words, createKeywords(words, foldKnown));
}

/** Whether any of the words is in the text. */
export function hasAny(text: string, words: readonly string[]): boolean {
  const keywords = prepared.get(words);
  if (keywords !== undefined) return keywords.occurIn(searched(text));
  const folded = foldSearched(text);
  return words.some((word) => folded.includes(foldKnown(word)));
}

/** The words that are in the text, as the list has them, in the order in which they first begin there. */
export function foundWords(text: string, words: readonly string[]): string[] {
  const keywords =
    prepared.get(words) ??
    createKeywords(
      words.filter((word) => !isBlank(word)),
      foldKnown,
    );
  return keywords.foundIn(searched(text)).slice(0, listLimit);
}

/** The words that are in any of the texts, each once. */
export function foundInAll(texts: readonly string[], words: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => foundWords(text, words)))].slice(0, listLimit);
}
