/** A mistake in a file that a person wrote, with its place. Lines and columns count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** What to write instead, as a sentence such as "did you mean `cooldown`?". */
  readonly suggestion?: string;
}

/** Reads like a compiler's message: `rules/a.yaml:3:5: unknown key (did you mean ...)`. */
export function formatProblem({ file, line, column, message, suggestion }: Problem): string {
  return `${file}:${line}:${column}: ${message}${suggestion === undefined ? "" : ` (${suggestion})`}`;
}

export function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
