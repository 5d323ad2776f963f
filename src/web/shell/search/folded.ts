/** Texts made comparable as rules do it: case, width and kana count as one. */

export function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** The words of a search, folded; all of them must be there. */
export function wordsIn(text: string): string[] {
  return folded(text).split(/\s+/).filter(Boolean);
}
