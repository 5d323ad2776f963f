/** Strangers' text, made fit to be read in a mail: it stays text and cannot rearrange what stands around it. */

/** Overrides and embeddings of writing direction: they can make a line read otherwise than it is written. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g;
/** All control characters but tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** At most `max` characters over several lines. */
export function plainText(text: string, max: number): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n");
  return cut(cleaned(lines), max).trim();
}

/** At most `max` characters on one line. */
export function plainLine(text: string, max: number): string {
  return cut(cleaned(text.replace(/[\s\u0085]+/g, " ")), max).trim();
}

function cleaned(text: string): string {
  // Half a surrogate pair is no character and would not survive UTF-8.
  return text
    .replace(controls, "")
    .replace(directions, "")
    .replace(/\p{Cs}/gu, "\ufffd");
}

/** Never splits a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  // Two more than `max` characters can take: enough to see that there are more.
  const characters = [...text.slice(0, max * 2 + 2)];
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}
