/** Rules for the program's log: where its lines go, and failures that repeat. */
import { expect, test } from "vitest";
import { createLog, createRepeats } from "../../src/lib/log.ts";
import { createHandClock } from "../support/hand-clock.ts";

function logged() {
  const lines: string[] = [];
  const log = createLog("info", {}, { write: (line) => void lines.push(line) });
  const entries = () =>
    lines.map((line) => {
      const { time: _, ...entry } = JSON.parse(line);
      return entry;
    });
  return { log, entries };
}

test("whoever takes the lines gets each as one object, its secrets taken out", () => {
  const { log, entries } = logged();
  log.warn({ upstream: { apiKey: "k" }, source: "a" }, "told");
  log.debug({}, "left out by the level");
  expect(entries()).toEqual([
    { level: "warn", upstream: { apiKey: "[Redacted]" }, source: "a", msg: "told" },
  ]);
});

test("a failure that repeats is logged at its start and at its end, with how often and how long", () => {
  const { log, entries } = logged();
  const clock = createHandClock();
  const words = { level: "warn", begins: "it fails", ends: "it is over" } as const;
  const repeats = createRepeats(log, words, clock);
  repeats.ended("a", {});
  expect(entries()).toEqual([]);
  for (let times = 0; times < 5; times += 1) {
    repeats.failed("a", "timeout", { source: "a" });
    clock.move(2_000);
  }
  repeats.failed("b", "timeout", { source: "b" });
  repeats.ended("a", { source: "a" });
  repeats.ended("a", { source: "a" });
  expect(entries()).toEqual([
    { level: "warn", source: "a", msg: "it fails" },
    { level: "warn", source: "b", msg: "it fails" },
    { level: "info", source: "a", failures: 5, seconds: 10, msg: "it is over" },
  ]);
});

test("another reason is told as well, once, however often the two take turns", () => {
  const { log, entries } = logged();
  const repeats = createRepeats(log, { level: "error", begins: "it fails", ends: "it is over" });
  for (let times = 0; times < 4; times += 1)
    for (const reason of ["timeout", "refused"]) repeats.failed("a", reason, { reason });
  expect(entries().map(({ reason }) => reason)).toEqual(["timeout", "refused"]);
});
