/** Tries of rules under way, for pages that ask how far they are. */
import { randomUUID } from "node:crypto";
import { Refused } from "../../lib/refused.ts";
import type { BenchTryAnswer } from "../../model/page/bench.ts";
import type { AskedTry } from "./asked.ts";
import type { Bench } from "./bench.ts";

export interface Tries {
  /** The id of a try that has begun; undefined: as many as may be are under way. */
  start(asked: AskedTry, now: number): string | undefined;
  /** How far it is; undefined: it is not known, or was long ago. */
  get(id: string): BenchTryAnswer | undefined;
  cancel(id: string): void;
}

/** Each takes a processor. */
const mostRunning = 2;
const mostKept = 8;

export function createTries(bench: Pick<Bench, "try">): Tries {
  const tries = new Map<string, { answer: BenchTryAnswer; readonly stopping: AbortController }>();
  const running = () => [...tries.values()].filter(({ answer }) => answer.state === "running").length;
  return {
    start(asked, now) {
      if (running() >= mostRunning) return undefined;
      const id = randomUUID();
      const stopping = new AbortController();
      const one = { answer: { state: "running", done: 0, all: 0 } as BenchTryAnswer, stopping };
      tries.set(id, one);
      for (const old of tries.keys()) if (tries.size > mostKept) tries.delete(old);
      const progress = (done: number, all: number, day?: string): void => {
        one.answer = { state: "running", done, all, ...(day !== undefined && { day }) };
      };
      void bench.try(asked, now, { progress, signal: stopping.signal }).then(
        (result) => {
          one.answer = { state: "done", result };
        },
        (error: unknown) => {
          one.answer = refusal(error);
        },
      );
      return id;
    },
    get: (id) => tries.get(id)?.answer,
    cancel: (id) => tries.get(id)?.stopping.abort(),
  };
}

function refusal(error: unknown): BenchTryAnswer {
  const problems = error instanceof Refused ? error.problems : [];
  return { state: "refused", message: (error as Error).message, problems: problems.slice(0, 20) };
}
