/**
 * Makes texts comparable: full and half width, upper and lower case, katakana and hiragana become one.
 * Folding what is folded changes nothing.
 */
export function fold(text: string): string {
  // The second NFKC: lower case can take a letter apart (İ becomes i and a dot).
  const lower = text.replace(endlessMarks, "$1").normalize("NFKC").toLowerCase();
  return lower.replace(katakana, toHiragana).normalize("NFKC");
}

// Putting marks in order takes the square of their number. No language puts more than thirty on a letter.
const endlessMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

// ァ to ヶ and the iteration marks ヽ ヾ have hiragana 0x60 below; ヷ to ヺ have none.
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/g;

function toHiragana(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 0x60);
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
