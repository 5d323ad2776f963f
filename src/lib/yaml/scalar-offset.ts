/** Finds a character of a YAML string in the file it came from: through quotes, escapes, folding, indentation. */
import type { Scalar } from "yaml";

/** The offset in `text` of the character at `index` of the scalar's value; past its end, where the scalar ends. */
export function offsetInScalar(text: string, scalar: Scalar<string>, index: number): number {
  const [start = 0, end = start] = scalar.range ?? [];
  if (scalar.type === "BLOCK_LITERAL" || scalar.type === "BLOCK_FOLDED") {
    return walk(text, { from: afterHeader(text, start), end, index, block: true }, scalar);
  }
  const quote = scalar.type === "QUOTE_DOUBLE" || scalar.type === "QUOTE_SINGLE" ? 1 : 0;
  return walk(text, { from: start + quote, end: end - quote, index, block: false }, scalar);
}

function afterHeader(text: string, start: number): number {
  const lineEnd = text.indexOf("\n", start);
  return lineEnd < 0 ? text.length : lineEnd + 1;
}

interface Span {
  readonly from: number;
  readonly end: number;
  readonly index: number;
  readonly block: boolean;
}

// Steps through value and source side by side. Where they differ, the source holds something that the value
// does not: indentation, a folded line end, the second character of an escape.
function walk(text: string, { from, end, index, block }: Span, scalar: Scalar<string>): number {
  const value = scalar.value;
  const indent = block ? blockIndent(text, from, end, value) : 0;
  let at = block ? skipIndent(text, from, indent) : from;
  for (let i = 0; i < value.length && at < end; ) {
    while (at < end && text[at] === "\n" && value[i] !== "\n" && value[i] !== " ") {
      at = skipIndent(text, at + 1, block ? indent : Number.POSITIVE_INFINITY);
    }
    if (scalar.type === "QUOTE_DOUBLE" && text[at] === "\\") {
      const escaped = escapeLength(text, at);
      if (escaped.yields === 0) {
        at = skipIndent(text, at + escaped.length, Number.POSITIVE_INFINITY);
        continue;
      }
      if (index < i + escaped.yields) return at;
      at += escaped.length;
      i += escaped.yields;
      continue;
    }
    if (i === index) return at;
    at = afterCharacter(text, at, { block, indent, single: scalar.type === "QUOTE_SINGLE" });
    i++;
  }
  return Math.min(at, end);
}

function afterCharacter(
  text: string,
  at: number,
  { block, indent, single }: { block: boolean; indent: number; single: boolean },
): number {
  if (single && text[at] === "'" && text[at + 1] === "'") return at + 2;
  if (block) return text[at] === "\n" ? skipIndent(text, at + 1, indent) : at + 1;
  // A flow scalar folds: blanks around a line end are one blank of the value.
  const fold = /^[ \t\r]*\n[ \t]*/.exec(text.slice(at, at + 1_000));
  return at + (fold?.[0].length ?? 1);
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

function escapeLength(text: string, at: number): { length: number; yields: number } {
  const kind = text[at + 1];
  if (kind === "\n") return { length: 2, yields: 0 };
  if (kind === "\r") return { length: 3, yields: 0 };
  if (kind === "x") return { length: 4, yields: 1 };
  if (kind === "u") return { length: 6, yields: 1 };
  if (kind !== "U") return { length: 2, yields: 1 };
  const codePoint = Number.parseInt(text.slice(at + 2, at + 10), 16);
  return { length: 10, yields: codePoint > 0xffff ? 2 : 1 };
}
