/** Reads the file of a template, and tells the log what is wrong in one. */
import type { Log } from "../../lib/log.ts";
import { formatProblem, type Problem, withoutMark } from "../../lib/problem.ts";
import { readSmallFile } from "../../lib/read-small-file.ts";

const mostBytes = 100_000;

export type ReadTemplate =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** Never throws. */
export async function readTemplate(path: string): Promise<ReadTemplate> {
  try {
    const bytes = await readSmallFile(path, mostBytes);
    return { ok: true, text: withoutMark(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) };
  } catch (error) {
    const message = error instanceof TypeError ? "this is not UTF-8" : (error as Error).message;
    return { ok: false, message };
  }
}

/** @param refused whose template was refused, and what is sent instead */
export function warnOfTemplate(problems: readonly Problem[], refused: string, log: Log): void {
  if (problems.length > 0) log.warn({ mistakes: problems.length }, refused);
  for (const problem of problems) {
    const { file, line, column } = problem;
    log.warn({ file, line, column }, formatProblem(problem));
  }
}
