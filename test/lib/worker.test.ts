/** A worker's thread is a program of its own, so it is bundled once for all tests. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { askAside, createWorker, hasWorker, Unanswered, type WorkerAnswers } from "../../src/lib/worker.ts";
import { bundle } from "../support/bundle.ts";
import { tmpFolder } from "../support/tmp-folder.ts";
import { until } from "../support/until.ts";
import { errorOf } from "./http/loopback.ts";
import type { ChildAnswer, ChildAsked } from "./worker-child.ts";

const folder = mkdtempSync(join(tmpdir(), "yagura-"));
const program = join(folder, "child");
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(async () => {
  await bundle(join(import.meta.dirname, "worker-child.ts"), `${program}.js`);
});

const here: WorkerAnswers<string, ChildAsked, ChildAnswer, [number]> = (given) => async (_, heard) => {
  heard.progress(0);
  return { given, asked: 0, isStopped: undefined };
};
const quiet = { progress: () => {} };

function childWorker(limits: Parameters<typeof createWorker>[0]["limits"] = {}) {
  const worker = createWorker({ program, answers: here, given: "a", limits });
  onTestFinished(worker.stop);
  return worker;
}

test("a thread answers what it is asked, one after the other, and tells its progress", async () => {
  const worker = childWorker();
  const told: number[] = [];
  const answers = await Promise.all(
    [1, 2].map(() => worker.ask("answer", { progress: (done) => void told.push(done) })),
  );
  expect(answers).toEqual([1, 2].map((asked) => ({ given: "a", asked, isStopped: false })));
  expect(told).toEqual([1, 1]);
});

test("where the program has no such thread, the same is answered in this one", async () => {
  const [there, none] = [program, join(tmpFolder(), "nobody")];
  expect([hasWorker(there), hasWorker(none)]).toEqual([true, false]);
  const asked = { program: none, answers: here, given: "b" };
  expect(await askAside(asked, "answer", quiet)).toEqual({ given: "b", asked: 0, isStopped: undefined });
});

test("what the thread refuses comes with its problems, and the thread goes on", async () => {
  const worker = childWorker();
  expect(await errorOf(worker.ask("refuse", quiet))).toMatchObject({
    ...{ name: "Refused", message: "no", problems: [{ line: 1, column: 2, message: "wrong" }] },
  });
  expect((await worker.ask("answer", quiet)).asked).toBe(2);
});

test.each([
  { asked: "break", reason: "broken", message: "broken" },
  { asked: "hang", reason: "late", message: "it takes longer than 0.5 s" },
  { asked: "fill", reason: "broken", message: /memory/ },
] as const)("$asked ends the thread, and the next question has a new one", async (one) => {
  // The limit is short where it is tried alone: a busy machine starts a thread slowly.
  const worker = childWorker({ ms: one.reason === "late" ? 500 : 100_000, maxOldGenerationSizeMb: 24 });
  const error = await errorOf(worker.ask(one.asked, quiet));
  expect(error).toBeInstanceOf(Unanswered);
  expect(error).toMatchObject({ reason: one.reason, message: expect.stringMatching(one.message) });
  await until("an answer", async () => {
    const answer = await worker.ask("answer", quiet).catch(() => undefined);
    return answer?.asked === 1;
  });
});

test("beyond those that may wait nobody is heard", async () => {
  const worker = childWorker({ waiting: 2 });
  const waiting = [worker.ask("answer", quiet), worker.ask("answer", quiet)];
  expect(await errorOf(worker.ask("answer", quiet))).toMatchObject({ name: "Unanswered", reason: "busy" });
  await Promise.all(waiting);
  expect((await worker.ask("answer", quiet)).asked).toBe(3);
});

test("a thread that nobody asks ends, and the next question has a new one", async () => {
  const worker = childWorker({ idleMs: 1 });
  await worker.ask("answer", quiet);
  await until("a new thread", async () => (await worker.ask("answer", quiet)).asked === 1);
});

test("a signal asks the thread to stop, before its question as well, and it answers yet", async () => {
  const worker = childWorker();
  for (const isBefore of [true, false]) {
    const stop = new AbortController();
    if (isBefore) stop.abort();
    const asked = worker.ask("wait", { ...quiet, signal: stop.signal });
    stop.abort();
    expect((await asked).isStopped).toBe(true);
  }
});

test("a stop refuses the question under way, those that wait, and those to come", async () => {
  const worker = childWorker();
  const asked = [errorOf(worker.ask("hang", quiet)), errorOf(worker.ask("answer", quiet))];
  await worker.stop();
  for (const error of [...asked, errorOf(worker.ask("answer", quiet))])
    expect(await error).toMatchObject({ name: "Refused", message: "stopped" });
});

test("a thread that waits for its next question keeps no process from its end", async () => {
  const asker = join(folder, "asker.cjs");
  await bundle(join(import.meta.dirname, "worker-asker.ts"), asker);
  const { stdout } = await promisify(execFile)(process.execPath, [asker, program], { timeout: 30_000 });
  expect(JSON.parse(stdout)).toMatchObject({ given: "a", asked: 1 });
});
