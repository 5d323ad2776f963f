/** The text of a list that somebody downloaded or pasted, whatever bytes it is: told apart, decoded, and refused at its line. */
import { Refused } from "../../lib/problem.ts";

/** The largest file that is read. */
export const mostListBytes = 500_000;
const mostLines = 20_000;

/** The refusal of a list at a place in it, from 1. */
export function refusedAt(line: number, column: number, message: string): Refused {
  return new Refused("the list cannot be imported", [{ file: "list", line, column, message }]);
}

/** The text with line feeds alone, without a byte order mark. Throws Refused with the line where it is no text. */
export function listText(bytes: Uint8Array): string {
  if (bytes.length > mostListBytes)
    throw refusedAt(1, 1, `the file has more than ${mostListBytes / 1_000} kB`);
  const other = otherKind(bytes);
  if (other !== undefined) throw refusedAt(1, 1, other);
  const text = decoded(bytes).replace(/\r\n?/g, "\n");
  const lines = text.split("\n");
  if (text.trim() === "") throw refusedAt(1, 1, "the file is empty");
  if (lines.length > mostLines)
    throw refusedAt(mostLines + 1, 1, `the file has more than ${mostLines} lines`);
  const odd = lines.findIndex((line) => noText.test(line));
  if (odd >= 0)
    throw refusedAt(odd + 1, (lines[odd] ?? "").search(noText) + 1, "this is no text: a control character");
  if (/^\s*<(!doctype|html|\?xml)/i.test(text))
    throw refusedAt(1, 1, "this is a web page: download the list as CSV, or copy its lines");
  return text;
}

const noText = /(?!\t)\p{Cc}/u;

/** Kinds of files that people mean a list by, and that are none. */
function otherKind(bytes: Uint8Array): string | undefined {
  const begins = (text: string) => Buffer.from(bytes.subarray(0, text.length)).toString("latin1") === text;
  if (begins("PK\x03\x04") || begins("\xd0\xcf\x11\xe0")) return "this is a workbook: save it as CSV";
  if (begins("%PDF")) return "this is a PDF: download the list as CSV";
  return undefined;
}

function decoded(bytes: Uint8Array): string {
  const encodings = bytes[0] === 0xff && bytes[1] === 0xfe ? ["utf-16le"] : ["utf-8", "shift_jis"];
  for (const encoding of encodings) {
    const text = textOf(bytes, encoding);
    if (text !== undefined) return text;
  }
  throw refusedAt(badLine(bytes), 1, "this line is neither UTF-8 nor Shift_JIS");
}

function textOf(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The first line that is in no encoding that the others are in as well. A line feed is a part of no longer character. */
function badLine(bytes: Uint8Array): number {
  const lines = Buffer.from(bytes).toString("latin1").split("\n");
  const broken = (encoding: string) =>
    lines.findIndex((line) => textOf(Buffer.from(line, "latin1"), encoding) === undefined) + 1;
  return Math.max(1, broken("utf-8"), broken("shift_jis"));
}

/** A number as brokers write it, with a sign, commas and a unit; "none" where they write that there is none. */
export function listNumber(cell: string): number | "none" | undefined {
  const plain = cell
    .normalize("NFKC")
    .replace(/[\s¥\\円株口]/g, "")
    .replace(/^[▲△−–]/, "-");
  if (/^[-*]*$/.test(plain)) return "none";
  const isNumber = /^[+-]?(\d{1,3}(,\d{3})+|\d{1,15})(\.\d+)?$/.test(plain);
  return isNumber ? Number(plain.replaceAll(",", "")) : undefined;
}
