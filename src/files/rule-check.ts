/**
 * Checks edited rules in a thread of their own, so that a file that is large or made to take long holds no poll up. Only
 * what is good is then compiled where the monitor runs.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Config } from "../config/config.ts";
import type { Problem } from "../lib/problem.ts";
import type { CheckedFiles, RuleCheck } from "../rules/files/load-rules.ts";
import { type RuleText, wholeFolder } from "../rules/files/read-rule-files.ts";

export interface CheckAsked {
  readonly config: Config;
  readonly texts: readonly RuleText[];
  readonly problems: readonly Problem[];
}

/** First which files of data are needed, then, once it has them, what is wrong. */
export type CheckSaid =
  | { readonly dataFiles: readonly string[] }
  | { readonly problems: Problem[]; readonly warnings: Problem[] };

/** Thousands of rules take a few seconds. */
const limits = { ms: 30_000, heapMb: 512 };

/** Fewer characters are compiled sooner than a thread is started, and hold nothing up. */
const fewest = { ofFile: 20_000, ofAll: 60_000 };

/** Undefined where the program has no such thread, as from its sources: rules are then checked by compiling them. */
export function ruleCheck(config: Config): RuleCheck | undefined {
  const file = join(import.meta.dirname, "rule-check-thread.js");
  if (!existsSync(file)) return undefined;
  return async (texts, problems, readData) => {
    const lengths = texts.map(({ text }) => text.length);
    const isShort = lengths.every((length) => length < fewest.ofFile);
    if (isShort && lengths.reduce((sum, length) => sum + length, 0) < fewest.ofAll) return undefined;
    const workerData: CheckAsked = { config, texts, problems };
    const resourceLimits = { maxOldGenerationSizeMb: limits.heapMb };
    return answerOf(new Worker(file, { workerData, resourceLimits }), readData);
  };
}

function answerOf(worker: Worker, readData: Parameters<RuleCheck>[2]): Promise<CheckedFiles> {
  return new Promise((resolve) => {
    let data: Awaited<ReturnType<typeof readData>> = new Map();
    const end = (problems: Problem[], warnings: Problem[] = []): void => {
      clearTimeout(timer);
      resolve({ data, problems, warnings });
      void worker.terminate();
    };
    const refuse = (message: string) => end([{ file: wholeFolder, line: 1, column: 1, message }]);
    const timer = setTimeout(() => refuse("the rules take too long to read"), limits.ms);
    worker.on("message", async (said: CheckSaid) => {
      if ("problems" in said) return end(said.problems, said.warnings);
      data = await readData(said.dataFiles);
      worker.postMessage(data);
    });
    worker.once("error", (error) => refuse(`the rules cannot be read: ${error.message}`));
    // A stop does not wait for it.
    timer.unref();
    worker.unref();
  });
}
