/**
 * The search of Aho and Corasick (1975) behind a filter. From two units of a word on the trie steers: each fallback
 * gives up a unit that was read before, so a text costs two steps a unit at most, whatever the words.
 */
import { dependent, foldedUnits, foldUnit } from "./fold.ts";
import { hashOf, type PrefixFilter } from "./prefix-filter.ts";
import { childOf, startOf, type WordTrie } from "./word-trie.ts";

export interface Words {
  readonly trie: WordTrie;
  readonly filter: PrefixFilter;
}

/** Hears the state of the longest word that ends at a place, and the place; true ends the search. */
export type Visit = (state: number, end: number) => boolean;

/** Whether `visit` ended the search of a folded text. */
export function searchFolded(text: string, words: Words, visit: Visit): boolean {
  return search(text, { isFolded: true, words, visit }) ?? false;
}

/** The same of a text as it came; undefined where that cannot be folded unit by unit. */
export function searchUnfolded(text: string, words: Words, visit: Visit): boolean | undefined {
  return search(text, { isFolded: false, words, visit });
}

const itself = Uint16Array.from({ length: 0x1_0000 }, (_, unit) => unit);

function search(
  text: string,
  { isFolded, words, visit }: { isFolded: boolean; words: Words; visit: Visit },
): boolean | undefined {
  const { trie, filter } = words;
  const { word, shorterWord } = trie;
  const { bits, shift, single } = filter;
  const firstBit = shift - 5;
  const secondBit = shift - 10;
  const units = isFolded ? itself : foldedUnits;
  let before = -1;
  // With less than two units of a word in hand the state is 0, and the filter goes first.
  let state = 0;
  for (let at = 0; at < text.length; at++) {
    let unit = units[text.charCodeAt(at)] as number;
    if (unit === dependent && !isFolded) {
      unit = foldUnit(text.charCodeAt(at));
      if (unit === dependent) return undefined;
    }
    if (state !== 0) state = longer(trie, state, unit);
    if (state === 0) {
      // Written out here, where the numbers of the filter are at hand: this is what most units cost.
      const hash = hashOf(before, unit);
      const wanted = (1 << (hash >>> firstBit)) | (1 << (hash >>> secondBit));
      if (((bits[hash >>> shift] as number) & wanted) === wanted) state = begun(trie, before, unit);
      else if (single === undefined) {
        before = unit;
        continue;
      }
    }
    before = unit;
    let ending = 0;
    if (state !== 0) ending = word[state] === -1 ? (shorterWord[state] as number) : state;
    else if (single !== undefined && single[unit] !== 0) ending = startOf(trie, unit);
    if (ending === 0) continue;
    // What comes next may still change the unit.
    if (!isFolded && foldUnit(text.charCodeAt(at + 1)) === dependent) return undefined;
    if (visit(ending, at + 1)) return true;
  }
  return false;
}

function begun(trie: WordTrie, first: number, second: number): number {
  // Before the text there is no unit.
  if (first < 0) return 0;
  const state = startOf(trie, first);
  return state === 0 ? 0 : childOf(trie, state, second);
}

/** The state of the longest beginning of a word, of three units or more, that ends with `unit`; 0 for none. */
function longer(trie: WordTrie, from: number, unit: number): number {
  const secondLevel = trie.firstChild[1] as number;
  for (let state = from; state >= secondLevel; state = trie.fallback[state] as number) {
    const child = childOf(trie, state, unit);
    if (child !== 0) return child;
  }
  return 0;
}
