/** `yagura healthcheck`: asks the running monitor on its port. */

import { requireConfig } from "../../files/check-files.ts";
import { wrapped } from "../../lib/text/terminal.ts";
import { reasonLine, sourceTroubles } from "../../why/health.ts";
import type { SourceStatus } from "../../why/status.ts";
import { askMonitor, type MonitorAnswer } from "../monitor-calls.ts";
import { printAnswer, type Terminal } from "../terminal.ts";

export async function healthcheck(options: { config: string; json?: boolean }): Promise<void> {
  const asked = await askMonitor(requireConfig(options.config, process.env), "/readyz", process.env);
  const health = healthOf(asked);
  const answer = { ...asked.answer, ...health };
  printAnswer(answer, options.json, (terminal) => healthLines(health, asked.answer, terminal));
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

export interface Health {
  /** "well, but": it works, and something needs a look. */
  readonly verdict: "well" | "well, but" | "not well";
  readonly reasons: readonly string[];
}

/** Tells from the answer of /readyz whether a monitor is well, in words. */
export function healthOf({ ok, answer }: MonitorAnswer): Health {
  const { error, sources, putBack } = answer as {
    error?: string;
    sources?: Record<string, SourceStatus>;
    putBack?: { message?: string };
  };
  const unwell = ok ? [] : [error === undefined ? "its database cannot be written" : reasonLine(error)];
  const found = putBack?.message === undefined ? [] : [reasonLine(putBack.message)];
  const reasons = [
    ...unwell,
    ...found,
    ...Object.entries(sources ?? {}).flatMap(([name, source]) => sourceTroubles(name, source)),
  ];
  if (!ok) return { verdict: "not well", reasons };
  return { verdict: reasons.length === 0 ? "well" : "well, but", reasons };
}
