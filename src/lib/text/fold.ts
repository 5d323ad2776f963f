/**
 * Makes texts comparable: full and half width, upper and lower case, katakana and hiragana become one.
 * Folding what is folded changes nothing.
 */
export function fold(text: string): string {
  return text.length > longestByUnit ? foldWhole(text) : foldByUnit(text);
}

/** By the Unicode tables, a pass over the text for each. What `fold` answers, at ten times its cost. */
export function foldWhole(text: string): string {
  return foldComposed(composed(text));
}

// The second NFKC: lower case can take a letter apart (İ becomes i and a dot).
function foldComposed(text: string): string {
  return text.toLowerCase().replace(katakana, toHiragana).normalize("NFKC");
}

function composed(text: string): string {
  const known = text.length > mostMarks ? text.replace(endlessMarks, "$1") : text;
  return known.normalize("NFKC");
}

// Putting marks in order takes the square of their number. No language puts more than thirty on a letter.
const mostMarks = 30;
const endlessMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

// ァ to ヶ and the iteration marks ヽ ヾ have hiragana 0x60 below; ヷ to ヺ have none.
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/g;

function toHiragana(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 0x60);
}

/**
 * For each UTF-16 unit that folds to one unit whatever stands beside it, that unit. Where `dependent` stands, ask
 * `foldUnit`: units are learned as they are met, since to fold all of them takes longer than a start should.
 */
export const foldedUnits = new Uint16Array(0x1_0000).fill(0xffff);
export const dependent = 0xffff;
const learned = new Uint8Array(0x1_0000);

const longestByUnit = 20_000;
const units = new Uint16Array(longestByUnit);
const unitBytes = Buffer.from(units.buffer);

// Unit by unit where that is possible; a run of other units is folded with the unit before it, with which it may
// compose, by the tables.
function foldByUnit(text: string): string {
  let length = 0;
  for (let at = 0; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const known = foldedUnits[unit] as number;
    const folded = known === dependent ? foldUnit(unit) : known;
    if (folded !== dependent) {
      units[length++] = folded;
      at++;
      continue;
    }
    const from = Math.max(0, at - 1);
    if (from < at) length--;
    while (at < text.length && foldUnit(text.charCodeAt(at)) === dependent) at++;
    const letters = composed(text.slice(from, at));
    // How Σ is written in lower case depends on the whole word.
    if (letters.includes("Σ")) return foldWhole(text);
    const run = foldComposed(letters);
    if (length + run.length + text.length - at > longestByUnit) return foldWhole(text);
    for (let index = 0; index < run.length; index++) units[length++] = run.charCodeAt(index);
  }
  return unitBytes.toString("utf16le", 0, length * 2);
}

/** What a UTF-16 unit folds to whatever stands beside it, or `dependent`. */
export function foldUnit(unit: number): number {
  if (learned[unit] === 0) {
    foldedUnits[unit] = learn(String.fromCharCode(unit));
    learned[unit] = 1;
  }
  return foldedUnits[unit] as number;
}

// Marks and the vowels and finals of Hangul compose with what stands before them; halves of pairs are no characters.
function learn(letter: string): number {
  const folded = foldWhole(letter);
  if (folded.length !== 1 || letter.normalize("NFKC").includes("Σ")) return dependent;
  return /[\p{M}\p{Cs}\u1100-\u11ff\uffff]/u.test(folded) ? dependent : folded.charCodeAt(0);
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
