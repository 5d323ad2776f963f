/** What the program's own log says of an edit of the rules. */
import type { Log } from "../lib/log.ts";
import { formatProblem, type Problem } from "../lib/problem.ts";
import type { LoadedRules } from "../rules/load-rules.ts";
import { problemsFromHere } from "./check-files.ts";

/** Logs what an edit's files are warned about and, where it was refused, every mistake with its place. */
export function logEdit(log: Log, rulesFolder: string, edited: LoadedRules): void {
  for (const warning of problemsFromHere(rulesFolder, edited.warnings)) logProblem(log, warning);
  if (edited.ok) return;
  const mistakes = problemsFromHere(rulesFolder, edited.problems);
  log.warn(
    { mistakes: mistakes.length },
    "an edit of the rules was refused; the rules before it stay active",
  );
  for (const mistake of mistakes) logProblem(log, mistake);
}

/** The place also stands in fields of its own, for programs that read the log. */
export function logProblem(log: Log, problem: Problem): void {
  const { file, line, column } = problem;
  log.warn({ file, line, column }, formatProblem(problem));
}
