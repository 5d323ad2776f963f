/**
 * The rule bench beside the running monitor: its questions are answered in threads of their own, with limits of time
 * and memory, so that nothing that a person writes holds a poll up.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Config } from "../../config/config.ts";
import type { Environment } from "../../config/interpolate.ts";
import type { EditAsked } from "../../files/edited-rules.ts";
import type { EditedList, WrittenList } from "../../files/watchlists/written-list.ts";
import { Refused } from "../../lib/refused.ts";
import type { BenchRuleAnswer, BenchTryResult } from "../../model/page/bench.ts";
import type { WatchlistEditAsked } from "../../model/page/watchlists.ts";
import {
  type AskedTry,
  answerOf,
  type BenchGiven,
  type BenchHeard,
  type BenchPlace,
  type BenchQuestion,
  type BenchSaid,
} from "./asked.ts";
import type { CheckedRule, RuleFolder } from "./check-rule.ts";

export interface Bench {
  list(): Promise<RuleFolder>;
  open(name: string): Promise<BenchRuleAnswer | undefined>;
  check(asked: EditAsked): Promise<CheckedRule>;
  /** Rejects with Refused where there is no such list, or its file cannot be read. */
  watchlist(name: string): Promise<WrittenList>;
  /** Makes the file that an edit would give; it is not written. Rejects with Refused where that cannot be. */
  editWatchlist(asked: WatchlistEditAsked): Promise<EditedList>;
  /** Rejects with Refused where it cannot be made, takes too long, or the signal ends it. */
  try(asked: AskedTry, now: number, heard: BenchHeard): Promise<BenchTryResult>;
  stop(): void;
}

const limits = {
  /** Thousands of rules take a few seconds. */
  checkMs: 30_000,
  heapMb: 512,
  tryMs: { log: 180_000, history: 1_200_000 },
  /** A thread that nobody asked for so long ends. */
  idleMs: 60_000,
  /** Questions that may wait at once. */
  waiting: 20,
};

/** Questions are answered in this thread where the program has no other, as from its sources. */
export function createBench(config: Config, environment: Environment): Bench {
  const checking = createThread({ config, environment });
  const ask = async <Answer extends BenchGiven>(question: BenchQuestion): Promise<Answer> =>
    (await checking.ask(question, { progress: () => {} }, limits.checkMs)) as Answer;
  const tries = new Set<() => void>();
  return {
    list: () => ask({ list: true }),
    open: (open) => ask({ open }),
    check: (check) => ask({ check }),
    watchlist: (watchlist) => ask({ watchlist }),
    editWatchlist: (edit) => ask({ edit }),
    async try(asked, now, heard) {
      const temporary = await mkdtemp(join(tmpdir(), "yagura-bench-"));
      const thread = createThread({ config, environment, temporary });
      tries.add(thread.stop);
      heard.signal?.addEventListener("abort", thread.stop);
      try {
        return (await thread.ask({ try: asked, now }, heard, limits.tryMs[asked.over])) as BenchTryResult;
      } finally {
        heard.signal?.removeEventListener("abort", thread.stop);
        tries.delete(thread.stop);
        thread.stop();
        await rm(temporary, { recursive: true, force: true });
      }
    },
    stop() {
      checking.stop();
      for (const stop of tries) stop();
    },
  };
}

interface Waiting {
  settle(said: Extract<BenchSaid, { answer: BenchGiven }> | Refused): void;
  hear: BenchHeard["progress"];
}

/** A thread that starts with its first question and ends when nobody asks any more. */
function createThread(place: BenchPlace) {
  const file = join(import.meta.dirname, "bench-thread.js");
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  const end = (why: string): void => {
    clearTimeout(idle);
    void worker?.terminate();
    worker = undefined;
    for (const { settle } of waiting.values()) settle(new Refused(why));
  };
  const start = (): Worker => {
    const started = new Worker(file, {
      workerData: place,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb },
    });
    started.on("message", (said: BenchSaid) => {
      const one = waiting.get(said.id);
      if ("progress" in said) one?.hear(...said.progress);
      else one?.settle("answer" in said ? said : new Refused(said.refused, said.problems));
    });
    started.once("error", (error) => {
      if (worker === started) end(`it cannot be done: ${error.message}`);
    });
    // A stop does not wait for it.
    started.unref();
    return started;
  };
  return {
    stop: () => end("stopped"),
    async ask(question: BenchQuestion, heard: BenchHeard, limitMs: number): Promise<BenchGiven> {
      if (!existsSync(file)) return answerOf(place, question, heard);
      if (waiting.size >= limits.waiting) throw new Refused("the bench is busy: try again in a moment");
      clearTimeout(idle);
      worker ??= start();
      const id = ++lastId;
      const asked = worker;
      try {
        return await new Promise<BenchGiven>((resolve, reject) => {
          const timer = setTimeout(() => end(`it takes longer than ${limitMs / 1_000} s`), limitMs);
          timer.unref();
          const settle: Waiting["settle"] = (said) => {
            clearTimeout(timer);
            if (said instanceof Refused) reject(said);
            else resolve(said.answer);
          };
          waiting.set(id, { settle, hear: heard.progress });
          asked.postMessage({ id, question });
        });
      } finally {
        waiting.delete(id);
        idle = setTimeout(() => waiting.size === 0 && end("stopped"), limits.idleMs);
        idle.unref();
      }
    },
  };
}
