/** Finds which of many words occur in a text, in one pass over it however many they are. */
import { type FoldedUnits, fold } from "./fold.ts";
import { createPrefixFilter, nextPlace, type PrefixFilter } from "./prefix-filter.ts";
import { buildWordTrie, childOf, startOf, type WordTrie } from "./word-trie.ts";

/** Compared without regard to width, case and kana; words that are the same then are one word, as first written. */
export interface Keywords {
  /** Whether one of them is in a folded text. */
  occurIn(text: FoldedUnits): boolean;
  /** Finds the words in a folded text, as the list has them, each once, in the order in which they first begin there. */
  foundIn(text: FoldedUnits): string[];
}

/** Throws a RangeError for an empty word, which would be in every text. */
export function createKeywords(words: readonly string[]): Keywords {
  const written = new Map<string, string>();
  for (const word of words) {
    const folded = fold(word);
    if (folded === "") throw new RangeError("an empty word is in every text");
    if (!written.has(folded)) written.set(folded, word);
  }
  const folded = [...written.keys()].sort(byUnits);
  const asWritten = folded.map((word) => written.get(word) ?? word);
  const trie = buildWordTrie(folded);
  const known: Words = { trie, filter: createPrefixFilter(folded) };
  return {
    occurIn: (text) => searchWords(text, known, isEnough),
    foundIn(text) {
      const ends = new Map<number, number>();
      searchWords(text, known, (state, end) => collect(ends, trie, state, end));
      return (
        [...ends]
          .map(([word, end]) => ({ word, start: end - (folded[word]?.length ?? 0) }))
          // Of those that begin together, the one that ends first stays first.
          .sort((a, b) => a.start - b.start)
          .map(({ word }) => asWritten[word] ?? "")
      );
    },
  };
}

function byUnits(a: string, b: string): number {
  return a < b ? -1 : 1;
}

const isEnough = (): boolean => true;

/** Adds the words that end at a place, of which the longest has this state. */
function collect(
  ends: Map<number, number>,
  { word, shorterWord }: WordTrie,
  longest: number,
  end: number,
): false {
  // A word that was found before had its shorter ones found with it.
  for (let state = longest; state !== 0 && !ends.has(word[state] as number); ) {
    ends.set(word[state] as number, end);
    state = shorterWord[state] as number;
  }
  return false;
}

/**
 * The search of Aho and Corasick (1975) behind a filter. From two units of a word on the trie steers: each fallback
 * gives up a unit that was read before, so a text costs two steps a unit at most, whatever the words.
 */

interface Words {
  readonly trie: WordTrie;
  readonly filter: PrefixFilter;
}

/** Hears the state of the longest word that ends at a place, and the place; true ends the search. */
type Visit = (state: number, end: number) => boolean;

/** Whether `visit` ended the search. */
function searchWords(text: FoldedUnits, { trie, filter }: Words, visit: Visit): boolean {
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
