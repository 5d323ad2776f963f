/** Texts with stars, each of which stands for any text. */

/** The texts between the stars: a single one is the whole. */
export type Pattern = readonly string[];

/** @param written with \ before a character that means only itself */
export function patternOf(written: string): Pattern {
  const pieces = [""];
  for (const [part] of written.matchAll(/\\.|\*|[^\\*]+/gs)) {
    if (part === "*") pieces.push("");
    else pieces.push(`${pieces.pop()}${part.startsWith("\\") ? part.slice(1) : part}`);
  }
  return pieces;
}

/** Whether a text fits. Linear: a piece that was found is never looked for again. */
export function fits(pattern: Pattern, text: string): boolean {
  const [first = "", ...rest] = pattern;
  const last = rest.pop();
  if (last === undefined) return text === first;
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}

/** Whether every text fits. */
export function fitsAll(pattern: Pattern): boolean {
  return pattern.length > 1 && pattern.every((piece) => piece === "");
}
