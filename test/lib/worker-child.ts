/** A thread for the tests of workers: it does what it is asked. */
import { Refused } from "../../src/lib/problem.ts";
import { answerQuestions } from "../../src/lib/worker.ts";

/** What the thread is to do; all but the first four give how often it was asked. */
export type ChildAsked = "refuse" | "break" | "hang" | "fill" | "wait" | "answer";
export interface ChildAnswer {
  readonly given: string;
  readonly asked: number;
  readonly isStopped: boolean | undefined;
}

answerQuestions<string, ChildAsked, ChildAnswer, [number]>((given) => {
  let asked = 0;
  return async (what, { progress, signal }) => {
    asked += 1;
    if (what === "refuse") throw new Refused("no", [{ file: "f", line: 1, column: 2, message: "wrong" }]);
    if (what === "break") throw new Error("broken");
    if (what === "hang") for (;;);
    if (what === "fill")
      for (const all: string[][] = []; ; ) all.push(Array.from({ length: 10_000 }, String));
    if (what === "wait") await new Promise((resolve) => signal?.addEventListener("abort", resolve));
    progress(1);
    return { given, asked, isStopped: signal?.aborted };
  };
});
