/** `yagura check`: every mistake in the config file and the rules. */
import { checkFiles } from "../app/check-files.ts";
import { formatProblem } from "../lib/problem.ts";

export async function check(options: { config: string; json?: boolean }): Promise<void> {
  const { problems, config, rules } = await checkFiles(options.config, process.env);
  const ok = problems.length === 0;
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ok, problems })}\n`);
  } else {
    for (const problem of problems) process.stderr.write(`${formatProblem(problem)}\n`);
    const sources = Object.keys(config?.sources ?? {}).length;
    if (ok) process.stdout.write(`ok: ${sources} sources, ${rules?.names.length ?? 0} rules\n`);
  }
  if (!ok) process.exitCode = 2;
}
