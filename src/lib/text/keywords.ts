/** Finds which of many words occur in a text, in one pass over it however many they are. */
import { type FoldedUnits, fold } from "./fold.ts";

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
  const folded = [...written.keys()];
  const asWritten = [...written.values()];
  const automaton = automatonOf(folded);
  return {
    occurIn: (text) => search(text, automaton, () => true),
    foundIn(text) {
      const ends = new Map<number, number>();
      search(text, automaton, (state, end) => collect(ends, automaton, state, end));
      return (
        [...ends]
          .map(([word, end]) => ({ word, start: end - (folded[word]?.length ?? 0) }))
          // A word that ends first stays before those that begin together with it.
          .sort((a, b) => a.start - b.start)
          .map(({ word }) => asWritten[word] ?? "")
      );
    },
  };
}

/** Adds the words that end at a place, of which the longest has this state. */
function collect(
  ends: Map<number, number>,
  { word, shorterWord }: Automaton,
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

/** The automaton of Aho and Corasick (1975). A state is the beginning of a word; state 0 is the empty one. */
interface Automaton {
  /** The state that follows a state by a unit, at the key of both. */
  readonly next: ReadonlyMap<number, number>;
  /** The state of the longest other beginning that ends as this one does. */
  readonly fallback: readonly number[];
  /** Place among the words of the word that the state spells out; -1 if it spells none. */
  readonly word: readonly number[];
  /** The state of the longest shorter word that ends here too; 0 where there is none. */
  readonly shorterWord: readonly number[];
  /** At the hash of two units, 1 where a word begins with them. Undefined where a word has one unit. */
  readonly pairs: Uint8Array | undefined;
}

const keyOf = (state: number, unit: number): number => state * 65_536 + unit;

/** Unit by unit of all words, so that shorter beginnings are known before longer ones. */
function automatonOf(words: readonly string[]): Automaton {
  const next = new Map<number, number>();
  const [fallback, word, shorterWord] = [[0], [-1], [0]];
  const follow = (from: number, unit: number): number => {
    for (let state = from; ; state = fallback[state] as number) {
      const child = next.get(keyOf(state, unit));
      if (child !== undefined || state === 0) return child ?? 0;
    }
  };
  let open = words.map((text, place) => ({ text, place, state: 0 }));
  for (let depth = 0; open.length > 0; depth += 1) {
    for (const one of open) {
      const key = keyOf(one.state, one.text.charCodeAt(depth));
      let state = next.get(key);
      if (state === undefined) {
        const back = one.state === 0 ? 0 : follow(fallback[one.state] as number, one.text.charCodeAt(depth));
        state = fallback.push(back) - 1;
        word.push(-1);
        shorterWord.push(word[back] === -1 ? (shorterWord[back] as number) : back);
        next.set(key, state);
      }
      one.state = state;
      if (one.text.length === depth + 1) word[state] = one.place;
    }
    open = open.filter(({ text }) => text.length > depth + 1);
  }
  return { next, fallback, word, shorterWord, pairs: pairsOf(words) };
}

const leastPairs = 256;
const mostPairs = 2_097_152;

/** With 64 entries a word or more, few other pairs of units have the hash of one. */
function pairsOf(words: readonly string[]): Uint8Array | undefined {
  if (words.some(({ length }) => length === 1)) return undefined;
  const wanted = 2 ** Math.ceil(Math.log2(64 * words.length + 1));
  const pairs = new Uint8Array(Math.max(leastPairs, Math.min(mostPairs, wanted)));
  for (const word of words) pairs[hashOf(word.charCodeAt(0), word.charCodeAt(1)) & (pairs.length - 1)] = 1;
  return pairs;
}

// In the scripts of the texts the low bits of a unit say most.
function hashOf(first: number, second: number): number {
  return (first << 7) ^ second;
}

/** Hears the state of the longest word that ends at a place, and the place; true ends the search. */
type Visit = (state: number, end: number) => boolean;

/**
 * Each fallback gives up a unit that was read before, so a text costs two steps a unit at most, whatever the words. Most
 * places in a text begin no word, which the pairs say without the states. Answers whether `visit` ended it.
 */
function search({ units, length }: FoldedUnits, automaton: Automaton, visit: Visit): boolean {
  const { next, fallback, word, shorterWord, pairs } = automaton;
  let state = 0;
  for (let at = 0; at < length; at++) {
    if (state === 0 && pairs !== undefined) at = nextPair(units, at, length, pairs);
    const unit = units[at] as number;
    let child = next.get(keyOf(state, unit));
    while (child === undefined && state !== 0) {
      state = fallback[state] as number;
      child = next.get(keyOf(state, unit));
    }
    state = child ?? 0;
    const ending = word[state] === -1 ? (shorterWord[state] as number) : state;
    if (ending !== 0 && visit(ending, at + 1)) return true;
  }
  return false;
}

/** The first place from `from` on at which two units of a word begin; else the last. */
function nextPair(units: Uint16Array, from: number, length: number, pairs: Uint8Array): number {
  const mask = pairs.length - 1;
  let at = from;
  let first = units[at] as number;
  for (; at + 1 < length; at++) {
    const second = units[at + 1] as number;
    if (pairs[hashOf(first, second) & mask] !== 0) break;
    first = second;
  }
  return at;
}
