/**
 * Makes texts comparable: full and half width, upper and lower case, katakana and hiragana become one. Most texts
 * are folded from a table, UTF-16 unit by unit, and the rest by the Unicode tables.
 */

/** Folds a text; folding what is folded changes nothing. */
export function fold(text: string): string {
  const { units, length } = foldUnits(text);
  return Buffer.from(units.buffer, 0, 2 * length).toString("utf16le");
}

/** Folds with a memory of the last texts, at most `capacity` characters of them. */
export function createFolder(capacity: number): (text: string) => string {
  const known = new Map<string, string>();
  let characters = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const folded = fold(text);
    characters += text.length;
    if (characters > capacity) {
      known.clear();
      characters = text.length;
    }
    known.set(text, folded);
    return folded;
  };
}

/** A folded text. What stands in `units` from `length` on means nothing. */
export interface FoldedUnits {
  readonly units: Uint16Array;
  readonly length: number;
}

const longestByUnit = 20_000;
const raw = new Uint16Array(longestByUnit);
const rawBytes = Buffer.from(raw.buffer);

interface Slot {
  text: string;
  folded: FoldedUnits;
  readonly units: Uint16Array;
}

// The title and the text of a comment are searched by one rule after the other. The one that was folded longest ago
// stands first.
const slots: Slot[] = Array.from({ length: 3 }, () => {
  // A few letters stand for several others.
  const units = new Uint16Array(2 * longestByUnit);
  return { text: "", folded: { units, length: 0 }, units };
});

/** Folds a text as `fold` does, into a buffer that is valid until two other texts were folded. */
export function foldUnits(text: string): FoldedUnits {
  for (const slot of slots) if (slot.text === text) return slot.folded;
  const slot = slots.shift() as Slot;
  slots.push(slot);
  slot.folded = foldByUnit(text, slot.units) ?? unitsOf(foldWhole(text));
  slot.text = text;
  return slot.folded;
}

function unitsOf(text: string): FoldedUnits {
  const copy = new Uint16Array(text.length);
  Buffer.from(copy.buffer).write(text, "utf16le");
  return { units: copy, length: text.length };
}

/**
 * A run of units that depend on what stands beside them is folded with the letter before it, with which it may compose.
 * Undefined where the text is too long, or a unit depends on the whole of it.
 */
function foldByUnit(text: string, units: Uint16Array): FoldedUnits | undefined {
  if (text.length > longestByUnit) return undefined;
  // One copy is much less work than to ask the text for each unit.
  const count = rawBytes.write(text, "utf16le") >>> 1;
  let length = 0;
  // How many units the letter before gave.
  let before = 0;
  for (let at = 0; at < count; ) {
    const end = copyKnown({ at, count }, units, length);
    if (end > at) {
      length += end - at;
      before = 1;
      at = end;
      continue;
    }
    let folded = foldAlone(raw[at] as number);
    if (folded === undefined) {
      const from = before === 0 ? at : at - 1;
      while (at < count && foldAlone(raw[at] as number) === undefined) at++;
      folded = foldRun(text.slice(from, at));
      if (folded === undefined) return undefined;
      length -= before;
    } else at++;
    if (length + folded.length + count - at > units.length) return undefined;
    for (let index = 0; index < folded.length; index++) units[length++] = folded.charCodeAt(index);
    before = folded.length;
  }
  return { units, length };
}

/** Folds units of the text from `at` on, up to one that is not in the table; answers its place. */
function copyKnown({ at, count }: { at: number; count: number }, units: Uint16Array, length: number): number {
  // Names outside of the function would be looked up for each unit.
  const text = raw;
  const table = single;
  let to = length;
  for (let from = at; from < count; from++) {
    const folded = table[text[from] as number] as number;
    if (folded === 0xffff) return from;
    units[to++] = folded;
  }
  return count;
}

// How Σ is written in lower case depends on the whole word.
function foldRun(text: string): string | undefined {
  const letters = composed(text);
  return letters.includes("Σ") ? undefined : foldComposed(letters);
}

/** For each unit that folds to one unit whatever stands beside it, that unit; else 0xffff. Learned as units are met. */
const single = new Uint16Array(0x1_0000).fill(0xffff);
/** The others, as far as they were met. */
const others = new Map<number, string | undefined>();

/** Folds a unit whose fold does not depend on its neighbours; undefined for any other unit. */
function foldAlone(unit: number): string | undefined {
  const known = others.get(unit);
  if (known !== undefined || others.has(unit)) return known;
  const folded = learn(String.fromCharCode(unit));
  if (folded?.length === 1) single[unit] = folded.charCodeAt(0);
  else others.set(unit, folded);
  return folded;
}

// Marks and the vowels and finals of Hangul compose with what stands before them; halves of pairs are no characters.
const dependent = /[\p{M}\p{Cs}\u1100-\u11ff\uffff]/u;

function learn(letter: string): string | undefined {
  const folded = foldWhole(letter);
  return dependent.test(folded) || composed(letter).includes("Σ") ? undefined : folded;
}

/** Folds by the Unicode tables, a pass over the text for each. What `fold` answers, at many times its cost. */
export function foldWhole(text: string): string {
  return foldComposed(composed(text));
}

/** The first pass: letters and their marks as one, forms of the same letter as the usual one. */
function composed(text: string): string {
  const known = text.length > mostMarks ? text.replace(endlessMarks, "$1") : text;
  return known.normalize("NFKC");
}

// Putting marks in order takes the square of their number. No language puts more than thirty on a letter.
const mostMarks = 30;
const endlessMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** The other passes. The second NFKC: lower case can take a letter apart (İ becomes i and a dot). */
function foldComposed(text: string): string {
  return text.toLowerCase().replace(katakana, toHiragana).normalize("NFKC");
}

// ァ to ヶ and the iteration marks ヽ ヾ have hiragana 0x60 below; ヷ to ヺ have none.
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/g;

function toHiragana(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 0x60);
}
