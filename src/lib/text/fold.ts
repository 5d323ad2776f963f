import { foldUnits } from "./fold-units.ts";

/**
 * Makes texts comparable: full and half width, upper and lower case, katakana and hiragana become one.
 * Folding what is folded changes nothing.
 */
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
