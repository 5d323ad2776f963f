/** `yagura backtest`: the alerts that a set of rules would have given on the stored log. */

import { createProgress } from "../progress.ts";
import { terminalOf } from "../terminal.ts";
import { backtestFiles } from "./backtest-files.ts";
import { reportText } from "./report-lines.ts";

interface Options {
  config: string;
  since: string;
  until?: string;
  rules?: string;
  against?: string;
  json?: boolean;
}

export async function backtest({ json, ...options }: Options): Promise<void> {
  const progress = createProgress();
  const report = await backtestFiles(options, {
    environment: process.env,
    now: Date.now(),
    progress: progress.tell,
  });
  progress.clear();
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : reportText(report, terminalOf().columns));
}
