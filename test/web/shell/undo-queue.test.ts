/** Answers that wait before they are sent, on a clock by hand. */
import { expect, test } from "vitest";
import type { ManyAnswered } from "../../../src/model/page/alerts.ts";
import { type AskedAnswer, UndoQueue } from "../../../src/web/shell/undo-queue.ts";
import { createHandClock } from "../../support/hand-clock.ts";

const asked = (...alerts: string[]): AskedAnswer => ({ do: "acknowledge", alerts, by: "Aoi" });
const settled = () => new Promise((resolve) => setImmediate(resolve));

function queueScene() {
  const clock = createHandClock();
  const sent: (readonly string[])[] = [];
  const answers: { resolve(answer: ManyAnswered): void; reject(error: unknown): void }[] = [];
  const queue = new UndoQueue({
    after: clock.after,
    send: ({ alerts }) => {
      sent.push(alerts);
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    changed: () => {},
  });
  const phases = () => queue.list().map((one) => (one.phase === "waiting" ? one.secondsLeft : one.phase));
  return { clock, queue, sent, answers, phases };
}

test("an answer is shown at once and sent after ten seconds, which are counted down", async () => {
  const { clock, queue, sent, answers, phases } = queueScene();
  queue.add(asked("a", "b"));
  expect([...queue.shown()]).toEqual([
    ["a", "acknowledged"],
    ["b", "acknowledged"],
  ]);
  expect(phases()).toEqual([10]);
  clock.move(9_999);
  expect([phases(), sent]).toEqual([[1], []]);
  clock.move(1);
  expect([phases(), sent]).toEqual([["sending"], [["a", "b"]]]);
  answers[0]?.resolve({ done: 2, already: 0, refused: [] });
  await settled();
  expect(phases()).toEqual(["sent"]);
  clock.move(4_000);
  expect(phases()).toEqual([]);
  // The feed says the same from here on.
  expect(queue.shown().size).toBe(2);
});

test("what is undone is never sent, and shown as it was", () => {
  const { clock, queue, sent, phases } = queueScene();
  queue.add(asked("a"));
  clock.move(5_000);
  queue.undo();
  expect([phases(), queue.shown().size]).toEqual([[], 0]);
  clock.move(60_000);
  expect([sent, clock.waiting]).toEqual([[], 0]);
  queue.undo();
});

test("one waits at a time: the one before is sent at once, and undo takes back the last alone", () => {
  const { clock, queue, sent, phases } = queueScene();
  queue.add(asked("a"));
  clock.move(3_000);
  queue.add({ ...asked("b"), do: "resolve" });
  expect([phases(), sent]).toEqual([["sending", 10], [["a"]]]);
  queue.undo();
  expect([...queue.shown()]).toEqual([["a", "acknowledged"]]);
  clock.move(60_000);
  expect(sent.length).toBe(1);
});

test("a page that is left sends at once, once", () => {
  const { clock, queue, sent } = queueScene();
  queue.add(asked("a"));
  queue.flush();
  queue.flush();
  clock.move(60_000);
  expect(sent).toEqual([["a"]]);
});

test("those that were refused are shown as they are, stay on the screen, and can be sent again alone", async () => {
  const { clock, queue, sent, answers, phases } = queueScene();
  queue.add(asked("a", "b"));
  queue.flush();
  answers[0]?.resolve({ done: 1, already: 0, refused: [{ alert: "b", error: "it is over" }] });
  await settled();
  expect([...queue.shown().keys()]).toEqual(["a"]);
  clock.move(60_000);
  expect(phases()).toEqual(["sent"]);
  queue.again(queue.list()[0]?.id ?? 0);
  expect(sent.at(-1)).toEqual(["b"]);
  answers[1]?.resolve({ done: 1, already: 0, refused: [] });
  await settled();
  expect([...queue.shown().keys()]).toEqual(["a", "b"]);
});

test("a call that fails says so until somebody takes note, and can be made again", async () => {
  const { clock, queue, sent, answers, phases } = queueScene();
  queue.add({ ...asked("a"), do: "silence", because: "known", for: "3h" });
  expect(queue.shown().get("a")).toBe("silenced");
  queue.flush();
  answers[0]?.reject(new Error("away"));
  await settled();
  clock.move(60_000);
  expect([phases(), queue.shown().size]).toEqual([["failed"], 0]);
  const id = queue.list()[0]?.id ?? 0;
  queue.again(id);
  expect([phases(), sent.length, queue.shown().get("a")]).toEqual([["sending"], 2, "silenced"]);
  answers[1]?.reject(new Error("away"));
  await settled();
  queue.dismiss(id);
  expect(phases()).toEqual([]);
});
