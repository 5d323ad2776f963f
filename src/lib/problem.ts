import { withoutMark } from "./text/without-mark.ts";

/** A mistake in a file that a person wrote, with its place. Lines and columns count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** Text to write instead, as a sentence such as "did you mean `cooldown`?". */
  readonly suggestion?: string;
  /** Left out: a mistake, the file is refused. A warning never stops a file from being used. */
  readonly severity?: "warning";
  /** The line as it stands in the file, without secrets; for people at a terminal. */
  readonly source?: string;
}

/** Reads like a compiler's message: `rules/a.yaml:3:5: unknown key (did you mean ...)`. */
export function formatProblem({ file, line, column, message, suggestion, severity }: Problem): string {
  const kind = severity === undefined ? "" : `${severity}: `;
  const told = `${file}:${line}:${column}: ${kind}${message}`;
  return withoutControls(suggestion === undefined ? told : `${told} (${suggestion})`);
}

/** A file may hold anything: what would move the cursor, or turn the direction of writing, becomes a blank. */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, " ");
}

export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

/** The problems of one file, each with its line of the file's text. */
export function withSource<P extends Problem>(problems: readonly P[], text: string): P[] {
  if (problems.length === 0) return [];
  const lines = withoutMark(text).split(/\r\n|\n/);
  return problems.map((problem) => {
    const source = lines[problem.line - 1];
    return source === undefined ? problem : { ...problem, source };
  });
}
