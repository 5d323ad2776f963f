/**
 * The search of Aho and Corasick (1975) behind a filter. From two units of a word on the trie steers: each fallback
 * gives up a unit that was read before, so a text costs two steps a unit at most, whatever the words.
 */
import type { FoldedUnits } from "./fold-units.ts";
import { nextPlace, type PrefixFilter } from "./prefix-filter.ts";
import { childOf, startOf, type WordTrie } from "./word-trie.ts";

export interface Words {
  readonly trie: WordTrie;
  readonly filter: PrefixFilter;
}

/** Hears the state of the longest word that ends at a place, and the place; true ends the search. */
export type Visit = (state: number, end: number) => boolean;

/** Whether `visit` ended the search. */
export function searchWords(text: FoldedUnits, { trie, filter }: Words, visit: Visit): boolean {
  const { units, length } = text;
  const { word, shorterWord, firstChild, unit: unitOf, fallback } = trie;
  const secondLevel = firstChild[1] as number;
  for (let at = nextPlace(text, 0, filter); at < length; at = nextPlace(text, at, filter)) {
    const unit = units[at] as number;
    let state = at === 0 ? 0 : begun(trie, units[at - 1] as number, unit);
    if (state === 0) {
      const alone = filter.single === undefined ? 0 : startOf(trie, unit);
      if (alone !== 0 && word[alone] !== -1 && visit(alone, at + 1)) return true;
      at++;
      continue;
    }
    // With less than two units of a word in hand the state is 0, and the filter goes first.
    while (state !== 0) {
      const ending = word[state] === -1 ? (shorterWord[state] as number) : state;
      if (ending !== 0 && visit(ending, at + 1)) return true;
      at++;
      if (at === length) return false;
      const next = units[at] as number;
      let child = 0;
      // The longest beginning of a word, of three units or more, that ends here.
      for (let from = state; child === 0 && from >= secondLevel; from = fallback[from] as number) {
        child = childOf(firstChild, unitOf, from, next);
      }
      state = child;
    }
  }
  return false;
}

function begun(trie: WordTrie, first: number, second: number): number {
  const state = startOf(trie, first);
  return state === 0 ? 0 : childOf(trie.firstChild, trie.unit, state, second);
}
