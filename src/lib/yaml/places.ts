/**
 * Places in a YAML file: lines and columns, and the character of a string in it, through quotes, escapes, folding
 * and indentation.
 */
import type { Scalar } from "yaml";
import { countFirst } from "../collections.ts";

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Places of offsets. The parser's own count goes wrong where a text of several lines is out of place. */
export function createPlaces(text: string): (offset: number) => Place {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const line = countFirst(starts.length, (place) => (starts[place] ?? 0) <= offset);
    return { line, column: offset - (starts[line - 1] ?? 0) + 1 };
  };
}

/** The offset in `text` of the character at `index` of the scalar's value; past its end, where the scalar ends. */
export function offsetInScalar(text: string, scalar: Scalar<string>, index: number): number {
  const [start = 0, end = start] = scalar.range ?? [];
  if (scalar.type === "BLOCK_LITERAL" || scalar.type === "BLOCK_FOLDED") {
    return offsetInBlock(text, { from: afterHeader(text, start), end, index }, scalar.value);
  }
  const quote = scalar.type === "QUOTE_DOUBLE" || scalar.type === "QUOTE_SINGLE" ? 1 : 0;
  const units = scalar.type === "QUOTE_DOUBLE" ? [escapeSign, fold] : quote ? [doubledQuote, fold] : [fold];
  return offsetInFlow(text, { from: start + quote, end: end - quote, index }, units);
}

interface Span {
  readonly from: number;
  readonly end: number;
  readonly index: number;
}

/** Characters of the source that stand for another number of characters in the value. */
interface Unit {
  readonly length: number;
  readonly yields: number;
}

type ReadUnit = (text: string, at: number) => Unit | undefined;

function offsetInFlow(text: string, { from, end, index }: Span, units: readonly ReadUnit[]): number {
  let at = from;
  for (let i = 0; at < end; ) {
    const unit = firstOf(units, text, at) ?? { length: 1, yields: 1 };
    if (index < i + unit.yields) return unit.length === unit.yields ? at + index - i : at;
    at += unit.length;
    i += unit.yields;
  }
  return Math.min(at, end);
}

function firstOf(units: readonly ReadUnit[], text: string, at: number): Unit | undefined {
  for (const read of units) {
    const unit = read(text, at);
    if (unit !== undefined) return unit;
  }
  return undefined;
}

const escapedCharacter = /\\(?:x..|u.{4}|U([0-9a-fA-F]{8})|.)/y;
const escapedLineEnd = /\\\r?\n(?:[ \t]*\r?\n)*[ \t]*/y;
const blanksOrLineEnds = /(?:[ \t]*\r?\n)+[ \t]*|[ \t]+/y;

function escapeSign(text: string, at: number): Unit | undefined {
  if (text[at] !== "\\") return undefined;
  const folded = matchAt(escapedLineEnd, text, at);
  // The first line end is taken away by the escape, each further one stands for itself.
  if (folded !== undefined) return { length: folded[0].length, yields: breaks(folded[0]) - 1 };
  const [written = "\\", codePoint] = matchAt(escapedCharacter, text, at) ?? [];
  const astral = codePoint !== undefined && Number.parseInt(codePoint, 16) > 0xffff;
  return { length: written.length, yields: astral ? 2 : 1 };
}

// One line end with the blanks around it is one blank of the value; of several, the first is taken away.
function fold(text: string, at: number): Unit | undefined {
  const [blanks] = matchAt(blanksOrLineEnds, text, at) ?? [];
  if (blanks === undefined) return undefined;
  const lineEnds = breaks(blanks);
  return { length: blanks.length, yields: lineEnds === 0 ? blanks.length : Math.max(1, lineEnds - 1) };
}

function doubledQuote(text: string, at: number): Unit | undefined {
  return text.startsWith("''", at) ? { length: 2, yields: 1 } : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function breaks(text: string): number {
  return text.split("\n").length - 1;
}

// Steps through value and source side by side. Where they differ, the source holds what the value does not:
// indentation or a folded line end.
function offsetInBlock(text: string, { from, end, index }: Span, value: string): number {
  const indent = blockIndent(text, from, end, value);
  let at = skipIndent(text, from, indent);
  for (let i = 0; i < value.length && at < end; i++) {
    while (at < end && text[at] === "\n" && value[i] !== "\n" && value[i] !== " ") {
      at = skipIndent(text, at + 1, indent);
    }
    if (i === index) return at;
    at = text[at] === "\n" ? skipIndent(text, at + 1, indent) : at + 1;
  }
  return Math.min(at, end);
}

function afterHeader(text: string, start: number): number {
  const lineEnd = text.indexOf("\n", start);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}

function skipIndent(text: string, at: number, most: number): number {
  let skipped = 0;
  while (skipped < most && (text[at + skipped] === " " || text[at + skipped] === "\t")) skipped++;
  return at + skipped;
}

// The first line with letters begins as the value does, so what stands before it is the indentation.
function blockIndent(text: string, from: number, end: number, value: string): number {
  const first = value.split("\n").find((line) => line.trim() !== "") ?? "";
  const ownBlanks = first.length - first.trimStart().length;
  const line =
    text
      .slice(from, end)
      .split("\n")
      .find((candidate) => candidate.trim() !== "") ?? "";
  return Math.max(0, line.length - line.trimStart().length - ownBlanks);
}
