/** The lines of a text in parts, those with a mistake marked. */
import type { BenchProblem } from "../../../model/page/bench.ts";

export interface Part {
  readonly text: string;
  /** Class of a mark; undefined: there is none. */
  readonly mark?: "mistake" | "warned" | undefined;
}

export function markedLines(text: string, problems: readonly BenchProblem[]): Part[][] {
  return text.split("\n").map((line, index) => {
    const own = problems.filter((one) => one.line === index + 1).toSorted((a, b) => a.column - b.column);
    return partsOf(line, own);
  });
}

/** A mark is as long as the word, or one character. */
function partsOf(line: string, problems: readonly BenchProblem[]): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { column, severity } of problems) {
    const from = Math.min(column - 1, Math.max(0, line.length - 1));
    if (from < at) continue;
    const [word = ""] = /^[\p{L}\p{N}_.*-]+|^./u.exec(line.slice(from)) ?? [];
    parts.push(
      { text: line.slice(at, from) },
      { text: word, mark: severity === "warning" ? "warned" : "mistake" },
    );
    at = from + word.length;
  }
  return [...parts, { text: line.slice(at) }].filter((part) => part.text !== "" || part.mark !== undefined);
}

/** Offset of a place in a text. */
export function offsetOf(text: string, { line, column }: Pick<BenchProblem, "line" | "column">): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return Math.min(text.length, before + Math.min(column - 1, lines[line - 1]?.length ?? 0));
}
