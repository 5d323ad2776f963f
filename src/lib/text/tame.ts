/** Strangers' text made fit to be shown: no control characters, nothing that turns the writing direction. */

// Controls, direction overrides, invisible marks that join nothing, and the byte order mark.
const invisible = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const lineEnd = /\r\n|[\r\n\u0085\u2028\u2029]/g;
const halfPair = /\p{Cs}/gu;

/** Matches characters that may have to be tamed; a text without any of them stays as it is. */
const odd = /[^ -~\u00a1-\u00ac\u00ae-\u1fff\u2010-\u2027\u3000-\ud7ff\uff01-\uff9f]| {2}/;

/** One line, at most `most` UTF-16 units, the last one an ellipsis where something was cut. */
export function tameLine(text: string, most: number): string {
  if (!odd.test(text)) return cut(text.trim(), most);
  const line = tameCharacters(text.replace(lineEnd, " ").replaceAll("\t", " "));
  return cut(line.replace(/ {2,}/g, " ").trim(), most);
}

/** Several lines; the only control character left is the newline. */
export function tameLines(text: string, most: number): string {
  if (!odd.test(text)) return cut(text.trim(), most);
  const lines = text.replace(lineEnd, "\n").replaceAll("\t", " ").split("\n").map(tameCharacters);
  return cut(lines.join("\n").trim(), most);
}

function tameCharacters(text: string): string {
  return text.replace(invisible, "").replace(halfPair, "\ufffd");
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
