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
