/** JSON of strangers: UTF-8 and nothing else, no name twice, and no deeper than any document of ours says. */
import { TextDecoder } from "node:util";

/** The bytes that JSON is built of. */
export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const openArray = 0x5b;
export const backslash = 0x5c;
export const closeArray = 0x5d;
export const openObject = 0x7b;
export const closeObject = 0x7d;

/** JSON.parse takes seconds for a million brackets inside one another; what services send has ten. */
export const deepest = 100;

/** Bodies of fewer bytes take no time, however deep they are. */
const smallBytes = 10_000;

/** A byte order mark stays, since it may also stand inside. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes. Throws a TypeError where they are not UTF-8: their letters would be other ones. */
export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Throws a SyntaxError or a TypeError. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length > smallBytes && isTooDeep(bytes)) throw new SyntaxError("nested too deep");
  const value: unknown = JSON.parse(utf8Text(bytes).replace(/^\ufeff/, ""));
  requireOnce(value, countMembers(bytes));
  return value;
}

/**
 * Throws a SyntaxError where the text of a value has more members than the value: of two under one name JSON.parse
 * takes the last, others the first, and which one the service means nobody knows.
 */
export function requireOnce(value: unknown, members: number): void {
  if (members !== countNames(value)) throw new SyntaxError("a name is there twice");
}

/** Each member of an object has a colon, and nothing else has one outside of texts. */
function countMembers(bytes: Uint8Array): number {
  let members = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === colon) members += 1;
    else if (byte === quote) at = endOfString(bytes, at + 1);
  }
  return members;
}

function countNames(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Array.isArray(value) ? value : Object.values(value);
  let names = Array.isArray(value) ? 0 : inside.length;
  for (const one of inside) if (typeof one === "object") names += countNames(one);
  return names;
}

/** Whether brackets stand too deep inside one another. Bytes that are no JSON get any answer, but soon. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at + 1);
    else if (byte === openArray || byte === openObject) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (byte === closeArray || byte === closeObject) depth -= 1;
  }
  return false;
}

/** The place of the quote that ends a string. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
