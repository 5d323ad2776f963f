/** `yagura healthcheck`: asks the running monitor on its port. */
import { askMonitor } from "../app/ask-monitor.ts";

export async function healthcheck(options: { config: string; json?: boolean }): Promise<void> {
  const { ok, answer } = await askMonitor(options.config, "/readyz", process.env);
  process.stdout.write(
    options.json ? `${JSON.stringify(answer)}\n` : `${ok ? "ok" : "not well"}: ${line(answer)}\n`,
  );
  if (!ok) process.exitCode = 1;
}

function line(answer: unknown): string {
  if (typeof answer === "string") return answer;
  const { sources = {} } = answer as { sources?: Record<string, { state: string }> };
  return Object.entries(sources)
    .map(([name, { state }]) => `${name} ${state}`)
    .join(", ");
}
