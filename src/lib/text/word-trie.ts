/** The prefixes of a list of words as states in typed arrays, and for each where a search goes on. */
export interface WordTrie {
  /** State 0 is the empty prefix. The children of a state are those from its entry here to before the next one's. */
  readonly firstChild: Int32Array;
  /** The UTF-16 unit by which a state is reached from its parent; in order among the children of one. */
  readonly unit: Uint16Array;
  /** The state of the longest other prefix that ends as this one does. */
  readonly fallback: Int32Array;
  /** Place among the words of the word that the state spells out; -1 if it spells none. */
  readonly word: Int32Array;
  /** The state of the longest shorter word that ends here too; 0 where there is none. */
  readonly shorterWord: Int32Array;
  /** Undefined where few units begin a word. */
  readonly starts: StartTable | undefined;
}

/** The states of one unit. */
interface StartTable {
  /** 256 units with the same high byte stand together. */
  readonly states: Int32Array;
  /** Start of each page. */
  readonly pages: Int32Array;
}

/** `words` are in order by their UTF-16 units, each once, none empty. Linear in what they hold. */
export function buildWordTrie(words: readonly string[]): WordTrie {
  const count = countStates(words);
  const states = {
    firstChild: new Int32Array(count + 1),
    unit: new Uint16Array(count),
    fallback: new Int32Array(count),
    word: new Int32Array(count).fill(-1),
    shorterWord: new Int32Array(count),
  };
  fillStates(words, states);
  const trie = { ...states, starts: startTable(states) };
  fillFallbacks(trie);
  return trie;
}

/** The state of one unit, or 0. Where many units begin a word a table is quicker than a search among them. */
export function startOf({ starts, firstChild, unit: unitOf }: WordTrie, unit: number): number {
  if (starts === undefined) return childOf(firstChild, unitOf, 0, unit);
  return starts.states[(starts.pages[unit >>> 8] as number) + (unit & 255)] as number;
}

type States = Omit<WordTrie, "starts">;

const few = 8;

function startTable({ firstChild, unit }: States): StartTable | undefined {
  const end = firstChild[1] as number;
  if (end <= few) return undefined;
  const pages = new Int32Array(256);
  // The first page is that of high bytes with which no word begins.
  let count = 1;
  for (let state = 1; state < end; state++) {
    const high = (unit[state] as number) >>> 8;
    if (pages[high] === 0) pages[high] = 256 * count++;
  }
  const states = new Int32Array(256 * count);
  for (let state = 1; state < end; state++) {
    const first = unit[state] as number;
    states[(pages[first >>> 8] as number) + (first & 255)] = state;
  }
  return { states, pages };
}

/** The child of a state by a unit, or 0. Takes the arrays of a trie, which a loop has at hand. */
export function childOf(firstChild: Int32Array, unit: Uint16Array, state: number, wanted: number): number {
  let low = firstChild[state] as number;
  let high = firstChild[state + 1] as number;
  while (high - low > 6) {
    const middle = (low + high) >>> 1;
    if ((unit[middle] as number) <= wanted) low = middle;
    else high = middle;
  }
  for (; low < high; low++) if (unit[low] === wanted) return low;
  return 0;
}

function countStates(words: readonly string[]): number {
  let count = 1;
  let before = "";
  for (const word of words) {
    count += word.length - commonLength(before, word);
    before = word;
  }
  return count;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

// Level by level, so that the children of a state stand beside each other. A state is a run of words with its prefix.
function fillStates(words: readonly string[], { firstChild, unit, word }: States): void {
  const count = unit.length;
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const depth = new Int32Array(count);
  to[0] = words.length;
  let made = 1;
  for (let state = 0; state < count; state++) {
    firstChild[state] = made;
    const end = to[state] as number;
    const length = depth[state] as number;
    let at = from[state] as number;
    // A prefix comes before the words that begin with it.
    if (state !== 0 && words[at]?.length === length) word[state] = at++;
    while (at < end) {
      const next = words[at]?.charCodeAt(length);
      from[made] = at;
      while (at < end && words[at]?.charCodeAt(length) === next) at++;
      to[made] = at;
      unit[made] = next as number;
      depth[made++] = length + 1;
    }
  }
  firstChild[count] = made;
}

function fillFallbacks(trie: WordTrie): void {
  const { firstChild, unit, fallback, word, shorterWord } = trie;
  for (let parent = 0; parent < unit.length; parent++) {
    const end = firstChild[parent + 1] as number;
    for (let state = firstChild[parent] as number; state < end; state++) {
      const shorter = parent === 0 ? 0 : following(trie, fallback[parent] as number, unit[state] as number);
      fallback[state] = shorter;
      shorterWord[state] = word[shorter] === -1 ? (shorterWord[shorter] as number) : shorter;
    }
  }
}

function following(trie: WordTrie, from: number, unit: number): number {
  for (let state = from; ; state = trie.fallback[state] as number) {
    const child = childOf(trie.firstChild, trie.unit, state, unit);
    if (child !== 0 || state === 0) return child;
  }
}
