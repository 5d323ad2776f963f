import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createDelayWatch } from "../../../src/app/metrics/process-measures.ts";

/** Holds the event loop up. */
function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test("a turn that held the event loop up is told for the minute that it was in and the next, then not any more", async () => {
  let elapsed = 0;
  const watch = createDelayWatch(() => elapsed);
  onTestFinished(watch.stop);
  expect(watch.read()).toEqual({ max: 0, p99: 0 });
  await wait(100);
  work(300);
  await wait(100);
  const { max, p99 } = watch.read();
  expect(max).toBeGreaterThan(0.2);
  expect(p99).toBeLessThanOrEqual(max);
  elapsed = 61_000;
  expect(watch.read().max).toBe(max);
  elapsed = 90_000;
  expect(watch.read().max).toBe(max);
  elapsed = 122_000;
  expect(watch.read().max).toBe(max);
  elapsed = 130_000;
  expect(watch.read().max).toBe(0);
});
