/** `yagura backtest`: what a set of rules would have said of the stored log. */
import { backtestFiles } from "../app/backtest/backtest-files.ts";
import { reportText } from "../app/backtest/report-lines.ts";

interface Options {
  config: string;
  since: string;
  until?: string;
  rules?: string;
  against?: string;
  json?: boolean;
}

/** On a pipe a line for each so many entries. */
const lineEvery = 100_000;

export async function backtest({ json, ...options }: Options): Promise<void> {
  const onTerminal = process.stderr.isTTY === true;
  const report = await backtestFiles(options, {
    environment: process.env,
    now: Date.now(),
    progress: onTerminal ? shownInPlace : inLines(),
  });
  if (onTerminal) process.stderr.write("\r\x1b[K");
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : reportText(report));
}

function shownInPlace(read: number, all: number): void {
  process.stderr.write(`\r\x1b[K${words(read, all)}`);
}

function inLines(): (read: number, all: number) => void {
  let told = 0;
  return (read, all) => {
    if (Math.floor(read / lineEvery) === told) return;
    told = Math.floor(read / lineEvery);
    process.stderr.write(`${words(read, all)}\n`);
  };
}

function words(read: number, all: number): string {
  const share = Math.floor((100 * read) / Math.max(1, all));
  return `${read.toLocaleString("en")} of ${all.toLocaleString("en")} entries, ${share} %`;
}
