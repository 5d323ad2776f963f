/** Finds which of many words occur in a text, in one pass over it however many they are. */
import { fold } from "./fold.ts";
import type { FoldedUnits } from "./fold-units.ts";
import { createPrefixFilter } from "./prefix-filter.ts";
import { searchWords, type Words } from "./search-words.ts";
import { buildWordTrie, type WordTrie } from "./word-trie.ts";

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
