/** Searches of a text for the words of a list: in one pass where the list was known when the rules were read. */
import { createFolder, type FoldedUnits, foldUnits } from "../../lib/text/fold.ts";
import { createKeywords, type Keywords } from "../../lib/text/keywords.ts";
import type { Language } from "./language.ts";
import { createMeter, longestText, type Meter, spend, spendSearch } from "./meter.ts";
import { listLimit } from "./records.ts";
import { namedList } from "./reference.ts";
import { ExpressionError, literalText, type Node } from "./syntax.ts";

const foldKnown = createFolder(500_000);

/** Folds as much of a text as expressions search. A few letters stand for several others, so both ends are cut. */
export function foldSearched(text: string): string {
  return foldKnown(seen(text)).slice(0, longestText);
}

/** Folds for searches of many words; to be used before the next call. */
function foldSearchedUnits(text: string): FoldedUnits {
  const folded = foldUnits(seen(text));
  return folded.length > longestText ? { ...folded, length: longestText } : folded;
}

function seen(text: string): string {
  return text.length > longestText ? text.slice(0, longestText) : text;
}

export function isBlankWord(word: string): boolean {
  return word.trim() === "";
}

// Rules that name the same list hold the same array.
const prepared = new WeakMap<readonly string[], Keywords>();

/** Makes searches for the words of this array fast. Does nothing for a list with blank words. */
function prepareKeywords(words: readonly string[]): void {
  if (words.length === 0 || words.some(isBlankWord) || prepared.has(words)) return;
  prepared.set(words, createKeywords(words));
}

/**
 * Whether any of the words is in the text.
 * @param meter left out: nothing is counted
 */
export function hasAny(text: string, words: readonly string[], meter?: Meter): boolean {
  const keywords = prepared.get(words);
  if (keywords !== undefined) {
    if (meter !== undefined) spendPass(meter, text);
    return keywords.occurIn(foldSearchedUnits(text));
  }
  const parts = foldWords(meter ?? createMeter(), text, words);
  const folded = foldSearched(text);
  return parts.some((word) => folded.includes(word));
}

/** The words that are in the text, as the list has them, in the order in which they first begin there. */
export function matchedWords(text: string, words: readonly string[], meter: Meter): string[] {
  const keywords = prepared.get(words);
  if (keywords === undefined) return foundOneByOne(text, words, meter);
  spendPass(meter, text);
  const found = keywords.foundIn(foldSearchedUnits(text));
  spend(meter, stepsToAnswer + stepsPerWord * found.length);
  return found.slice(0, listLimit);
}

/** The words that are in any of the texts, each once. */
export function matchedInAll(texts: readonly string[], words: readonly string[], meter: Meter): string[] {
  return [...new Set(texts.flatMap((text) => matchedWords(text, words, meter)))].slice(0, listLimit);
}

const stepsToAnswer = 60;
const stepsPerWord = 5;

// However long the list is. A text that was folded before is still to be passed over.
function spendPass(meter: Meter, text: string): void {
  spendSearch(meter, text);
  spend(meter, Math.min(text.length, longestText));
}

function foldWords(meter: Meter, text: string, words: readonly string[]): string[] {
  spendSearch(meter, text, words.length);
  return words.map((word) => {
    spendSearch(meter, word);
    return foldSearched(word);
  });
}

/** For a list that is made while the expression runs: to prepare it would take longer than a search. */
function foundOneByOne(text: string, words: readonly string[], meter: Meter): string[] {
  const parts = foldWords(meter, text, words);
  const folded = foldSearched(text);
  const asWritten = new Map<string, string>();
  for (const [index, word] of words.entries()) {
    const part = parts[index] ?? "";
    if (!isBlankWord(word) && !asWritten.has(part)) asWritten.set(part, word);
  }
  return [...asWritten]
    .map(([part, word]) => ({ word, start: folded.indexOf(part), length: part.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start || a.length - b.length)
    .map(({ word }) => word);
}

/**
 * Prepares the search for the words of `lists.name` or of a list that is written out, and answers them; undefined for
 * any other list. Throws an ExpressionError for a blank word that is written out.
 */
export function knowWords(list: Node, language: Language): readonly string[] | undefined {
  const words = list.op === "list" ? writtenOut(list) : namedList(list, language.reference);
  if (words !== undefined) prepareKeywords(words);
  return words;
}

/** Searches that one condition may do without the meter: each may take a millisecond in the longest texts. */
const mostUnmetered = 16;

const known = new WeakMap<Node, { readonly words: readonly string[]; readonly isMetered: boolean }>();

/** Remembers the words of an expression's lists. */
export function rememberLists(lists: ReadonlyMap<Node, readonly string[]>): void {
  for (const [list, words] of lists) known.set(list, { words, isMetered: lists.size > mostUnmetered });
}

/** The words of a list that was remembered: the same array at each evaluation, for which a search is prepared. */
export function wordsOf(list: Node | undefined): readonly string[] | undefined {
  return list && known.get(list)?.words;
}

/** Those words where the meter may be left out, since there are few searches. */
export function unmeteredWordsOf(list: Node | undefined): readonly string[] | undefined {
  const { words, isMetered } = (list && known.get(list)) ?? {};
  return isMetered ? undefined : words;
}

function writtenOut(list: Node): readonly string[] | undefined {
  const entries = list.args as Node[];
  const words = entries.map(literalText).filter((word) => word !== undefined);
  if (words.length < entries.length) return undefined;
  const blank = words.findIndex(isBlankWord);
  if (blank >= 0) throw new ExpressionError(entries[blank]?.start ?? list.start, blankWord);
  return words;
}

/** The message for a word that would be found in nearly every text. */
export const blankWord = "an empty word would be found in every text";
