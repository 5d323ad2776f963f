/** JSON of strangers: UTF-8 and nothing else, and no deeper than any document of ours says. */
import { TextDecoder } from "node:util";
import { backslash, closeArray, closeObject, openArray, openObject, quote } from "./bytes.ts";

/** JSON.parse takes seconds for a million brackets inside one another; what services send has ten. */
export const deepest = 100;

/** So few bytes take no time, however deep they are. */
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
  return JSON.parse(utf8Text(bytes).replace(/^\ufeff/, ""));
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
