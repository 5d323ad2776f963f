/** A program that asks a thread once and leaves it there; its argument is the thread's program. */
import { createWorker } from "../../src/lib/worker.ts";

const [, , program = ""] = process.argv;
const answers = () => async () => "in this thread";
// Nothing else holds the process until there is an answer: it does not wait for a thread.
const alive = setTimeout(() => {}, 60_000);
const worker = createWorker({ program, answers, given: "a", limits: { idleMs: 60_000 } });
void worker.ask("answer", { progress: () => {} }).then((answer) => {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  clearTimeout(alive);
});
