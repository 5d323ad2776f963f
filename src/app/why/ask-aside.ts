/**
 * Asks why in a thread of its own, beside the running monitor: the rule is evaluated again over what the log keeps,
 * which may take seconds. `yagura why` answers the same.
 */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Config } from "../../config/config.ts";
import { createOneAtATime } from "../../lib/turns.ts";
import type { Answer } from "../../model/page/why.ts";
import type { NotFound } from "./ask.ts";

export interface WhyAsked {
  readonly config: Config;
  /** Id or number of an alert or another event. */
  readonly alert: string;
  /** ms since 1970. */
  readonly now: number;
}

/** `refused`: the rule files or the database cannot be read now. */
export type WhySaid = { readonly answer: Answer | NotFound } | { readonly refused: string };

/** One thread at a time; who asks beyond `waiting` is told to come again. */
const limits = { ms: 30_000, heapMb: 512, waiting: 8 };

export type AskWhy = (alert: string, now: number) => Promise<WhySaid | "busy">;

export function createAskWhy(config: Config): AskWhy {
  const turns = createOneAtATime();
  let waiting = 0;
  return async (alert, now) => {
    if (waiting >= limits.waiting) return "busy";
    waiting += 1;
    try {
      return await turns.run("why", undefined, () => said({ config, alert, now }));
    } finally {
      waiting -= 1;
    }
  };
}

function said(workerData: WhyAsked): Promise<WhySaid> {
  const file = join(import.meta.dirname, "why-thread.js");
  const worker = new Worker(file, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  });
  return new Promise((resolve) => {
    const end = (what: WhySaid): void => {
      clearTimeout(timer);
      resolve(what);
      void worker.terminate();
    };
    const timer = setTimeout(() => end({ refused: "the log takes too long to read" }), limits.ms);
    worker.once("message", end);
    worker.once("error", (error) => end({ refused: error.message }));
    // A stop does not wait for it.
    timer.unref();
    worker.unref();
  });
}
