/** What the program's own log says of an edit of the rules. */
import type { Log } from "../lib/log.ts";
import { formatProblem, type Problem } from "../lib/problem.ts";
import type { LoadedRules } from "../rules/load-rules.ts";
import { problemsFromHere } from "./check-files.ts";

/**
 * Logs what an edit's files are warned about and, where it was refused, every mistake with its place.
 * @param emptied files that turned empty; their rules stay for a minute
 */
export function logEdit(
  log: Log,
  rulesFolder: string,
  edited: LoadedRules,
  emptied: readonly Problem[] = [],
): void {
  for (const warning of problemsFromHere(rulesFolder, edited.warnings)) logProblem(log, warning);
  const refused = problemsFromHere(rulesFolder, edited.ok ? emptied : edited.problems);
  const before = "an edit of the rules was refused; the rules before it stay active";
  logRefusal(
    log,
    edited.ok ? "rule files turned empty; the rules that they had stay active" : before,
    refused,
  );
}

/** Logs why files are not used as they are; nothing where they are. */
export function logRefusal(log: Log, message: string, mistakes: readonly Problem[]): void {
  if (mistakes.length === 0) return;
  log.warn({ mistakes: mistakes.length }, message);
  for (const mistake of mistakes) logProblem(log, mistake);
}

/** The place also stands in fields of its own, for programs that read the log. */
export function logProblem(log: Log, problem: Problem): void {
  const { file, line, column } = problem;
  log.warn({ file, line, column }, formatProblem(problem));
}
