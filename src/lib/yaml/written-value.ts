/** Values as an edit writes them into a YAML text: on one line, or a key in lines of its own. */

/** A value that an edit writes. */
export type Written = string | number | boolean | readonly Written[] | { readonly [key: string]: Written };

/** A value on one line. */
export function flowText(value: Written): string {
  if (typeof value === "string")
    return plain.test(value) && !words.test(value) ? value : JSON.stringify(value);
  if (typeof value !== "object") return String(value);
  if (isList(value)) return `[${value.map(flowText).join(", ")}]`;
  const entries = Object.entries(value).map(([key, own]) => `${keyText(key)}: ${flowText(own)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

const plain = /^[A-Za-z][A-Za-z0-9_-]*$/;
/** Read as something else than a text. */
const words = /^(true|false|null|yes|no|on|off|y|n)$/i;

export function keyText(key: string): string {
  return /^[A-Za-z][A-Za-z0-9_:-]*$/.test(key) && !key.endsWith(":") ? key : JSON.stringify(key);
}

function isList(value: Written): value is readonly Written[] {
  return Array.isArray(value);
}

/**
 * A key in lines of its own down to the first map whose values are all on one line.
 * @param indent columns before the key
 * @param lineBreak at the end of each line
 */
export function blockLines(key: string, value: Written, indent: number, lineBreak: string): string {
  const margin = " ".repeat(indent);
  const isDeep = typeof value === "object" && !isList(value) && Object.values(value).some(isNested);
  if (!isDeep) return `${margin}${keyText(key)}: ${flowText(value)}${lineBreak}`;
  const inner = Object.entries(value).map(([name, own]) => blockLines(name, own, indent + 2, lineBreak));
  return `${margin}${keyText(key)}:${lineBreak}${inner.join("")}`;
}

function isNested(value: Written): boolean {
  return typeof value === "object" && (!isList(value) || value.some((one) => typeof one === "object"));
}

/** Lines of a text by offsets in it. */

/** Where the line of an offset begins. */
export function lineStartAt(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line of an offset ends, before its line end. */
export function lineEndAt(text: string, offset: number): number {
  const end = /\r?\n|$/g;
  end.lastIndex = offset;
  return end.exec(text)?.index ?? text.length;
}

/** Where the line begins that follows what ends at an offset; something of several lines may end behind its last break. */
export function nextLineAt(text: string, end: number): number {
  if (text[end - 1] === "\n") return end;
  const next = text.indexOf("\n", end);
  return next === -1 ? text.length : next + 1;
}

/** The column of an offset, from 0. */
export function columnAt(text: string, offset: number): number {
  return offset - lineStartAt(text, offset);
}

/** How the lines of a text are parted: as its first two are. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}
