/** Takes the templates of the settings into use, and each edit of them after that. */
import { systemClock } from "../../../lib/clock.ts";
import type { Log } from "../../../lib/log.ts";
import { formatProblem, type Problem } from "../../../lib/problem.ts";
import { createTemplates, runWith } from "./letter-templates.ts";
import { readTemplates, watchTemplates } from "./read-templates.ts";

export interface RunningTemplates {
  failures(): number;
  stop(): void;
}

/**
 * @param folder of the templates
 * @param settings those that mails are composed with
 */
export async function runTemplates(folder: string, settings: object, log: Log): Promise<RunningTemplates> {
  const templates = createTemplates();
  const tell = (problems: readonly Problem[], instead: string): void => {
    if (problems.length > 0)
      log.warn({ mistakes: problems.length }, `a template of mails was refused; ${instead}`);
    for (const problem of problems) {
      const { file, line, column } = problem;
      log.warn({ file, line, column }, formatProblem(problem));
    }
  };
  tell(templates.take(await readTemplates(folder)), "the built-in mail is sent in its place");
  runWith(settings, templates);
  // Edits of a file come in real time, whatever the clock says.
  const stop = watchTemplates(folder, systemClock, async () => {
    const problems = templates.take(await readTemplates(folder));
    tell(problems, "the one before it stays in use");
    if (problems.length === 0) log.info({ folder }, "the templates of mails are those of the files");
  });
  return { failures: templates.failures, stop };
}
