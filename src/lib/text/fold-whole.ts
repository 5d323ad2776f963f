/** Folds by the Unicode tables, a pass over the text for each. What `fold` answers, at many times its cost. */
export function foldWhole(text: string): string {
  return foldComposed(composed(text));
}

/** The first pass: letters and their marks as one, forms of the same letter as the usual one. */
export function composed(text: string): string {
  const known = text.length > mostMarks ? text.replace(endlessMarks, "$1") : text;
  return known.normalize("NFKC");
}

// Putting marks in order takes the square of their number. No language puts more than thirty on a letter.
const mostMarks = 30;
const endlessMarks = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** The other passes. The second NFKC: lower case can take a letter apart (İ becomes i and a dot). */
export function foldComposed(text: string): string {
  return text.toLowerCase().replace(katakana, toHiragana).normalize("NFKC");
}

// ァ to ヶ and the iteration marks ヽ ヾ have hiragana 0x60 below; ヷ to ヺ have none.
const katakana = /[\u30a1-\u30f6\u30fd\u30fe]/g;

function toHiragana(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) - 0x60);
}
