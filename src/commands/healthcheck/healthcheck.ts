/** `yagura healthcheck`: asks the running monitor on its port. */

import { wrapped } from "../../lib/text/wrap.ts";
import { askMonitor } from "../ask-monitor.ts";
import { type Terminal, terminalOf } from "../terminal.ts";
import { type Health, healthOf } from "./health.ts";

export async function healthcheck(options: { config: string; json?: boolean }): Promise<void> {
  const asked = await askMonitor(options.config, "/readyz", process.env);
  const health = healthOf(asked);
  const lines = options.json
    ? [JSON.stringify({ ...asked.answer, ...health })]
    : healthLines(health, asked.answer, terminalOf());
  process.stdout.write(`${lines.join("\n")}\n`);
  if (!asked.ok) process.exitCode = 1;
}

const styles = { well: "green", "well, but": "yellow", "not well": "red" } as const;

function healthLines(
  { verdict, reasons }: Health,
  { sources = {} }: { readonly sources?: Readonly<Record<string, { readonly state: string }>> },
  { columns, paint }: Terminal,
): string[] {
  const names = Object.entries(sources).map(([name, { state }]) => `${name} ${state}`);
  const [first = "", ...more] =
    reasons.length > 0 ? [verdict, ...reasons.map((reason) => `  ${reason}`)] : [`well: ${names.join(", ")}`];
  const [head = "", ...rest] = wrapped(first, columns, "  ");
  return [
    `${paint(styles[verdict], verdict)}${head.slice(verdict.length)}`,
    ...rest,
    ...more.flatMap((line) => wrapped(line, columns, "    ")),
  ];
}
