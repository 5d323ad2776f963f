/**
 * Asks why in a thread of its own, beside the running monitor: the rule is evaluated again over what the log keeps,
 * which may take seconds. `yagura why` answers the same. The thread stays for a while, since to compile many rules takes
 * longer than most answers.
 */
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Config } from "../config/config.ts";
import { createOneAtATime } from "../lib/turns.ts";
import type { Language } from "../model/language.ts";
import type { Answer } from "../model/page/why.ts";
import type { NotFound } from "./ask.ts";

export interface WhyAsked {
  /** Id or number of an alert or another event. */
  readonly alert: string;
  readonly language: Language | undefined;
  /** ms since 1970. */
  readonly now: number;
  /** Hash of the rules that the monitor runs, which it has linted. */
  readonly lintedHash: string;
  /** Whoever may not act is told of lost mails without their addresses. */
  readonly mayAct: boolean;
}

/** `refused`: the rule files or the database cannot be read now. */
export type WhySaid = { readonly answer: Answer | NotFound } | { readonly refused: string };

/** One question at a time; who asks beyond `waiting` is told to come again. A thread that nobody asks ends. */
const limits = { ms: 30_000, heapMb: 512, waiting: 8, idleMs: 300_000 };

export type AskWhy = (asked: WhyAsked) => Promise<WhySaid | "busy">;

export function createAskWhy(config: Config): AskWhy {
  const turns = createOneAtATime();
  let waiting = 0;
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = (): void => {
    void worker?.terminate();
    worker = undefined;
  };
  const start = (): Worker => {
    const started = startThread(config);
    // It may break while nobody asks, too.
    const gone = () => {
      if (worker === started) worker = undefined;
    };
    return started.on("error", gone).on("exit", gone);
  };
  const ask = async (asked: WhyAsked): Promise<WhySaid> => {
    clearTimeout(idle);
    worker ??= start();
    const said = await answerOf(worker, asked);
    if ("broken" in said) end();
    // A stop waits neither for the thread nor for its end.
    idle = setTimeout(end, limits.idleMs).unref();
    return "broken" in said ? { refused: said.broken } : said;
  };
  return async (asked) => {
    if (waiting >= limits.waiting) return "busy";
    waiting += 1;
    try {
      return await turns.run("why", undefined, () => ask(asked));
    } finally {
      waiting -= 1;
    }
  };
}

function startThread(workerData: Config): Worker {
  const worker = new Worker(join(import.meta.dirname, "why-thread.js"), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
  });
  worker.unref();
  return worker;
}

/** `broken`: why the thread answers nothing more. */
function answerOf(worker: Worker, asked: WhyAsked): Promise<WhySaid | { readonly broken: string }> {
  return new Promise((resolve) => {
    const settle = (said: WhySaid | { readonly broken: string }): void => {
      clearTimeout(timer);
      worker.off("message", settle).off("error", failed).off("exit", left);
      resolve(said);
    };
    const failed = (error: Error): void => settle({ broken: error.message });
    const left = (): void => settle({ broken: "it cannot be answered now: try again" });
    const timer = setTimeout(() => settle({ broken: "the log takes too long to read" }), limits.ms).unref();
    worker.on("message", settle).on("error", failed).on("exit", left);
    worker.postMessage(asked);
  });
}
