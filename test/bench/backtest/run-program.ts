/** The built program's backtest in a process of its own. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { BacktestReport } from "../../../src/backtest/report.ts";

const root = join(import.meta.dirname, "../../..");

export function buildProgram(): void {
  execFileSync(process.execPath, ["build.mjs"], { cwd: root, stdio: "inherit" });
}

export interface Run {
  readonly report: BacktestReport;
  readonly seconds: number;
  /** Time of all threads. */
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

/** From its start to its end. */
export async function runProgram(args: readonly string[]): Promise<Run> {
  const start = performance.now();
  const probe = join(import.meta.dirname, "exit-usage.mjs");
  const child = spawn(
    process.execPath,
    ["--import", probe, join(root, "dist/main.js"), "backtest", "--json", ...args],
    { stdio: ["ignore", "pipe", "ignore", "pipe"] },
  );
  const [stdout, usage] = [child.stdout, child.stdio[3]];
  if (stdout === null || !usage || !("readable" in usage)) throw new Error("the program has no pipes");
  const [out, used] = await Promise.all([text(stdout), text(usage), once(child, "close")]);
  const { peakMb, cpuMs } = JSON.parse(used);
  const seconds = (performance.now() - start) / 1000;
  return { report: JSON.parse(out), seconds, cpuSeconds: cpuMs / 1000, peakMb };
}
