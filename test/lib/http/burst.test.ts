import { expect, test } from "vitest";
import { createWindow } from "../../../src/lib/http/window.ts";
import { fc } from "../../support/fast-check.ts";

/** Asks without end for so long, and gives the times at which requests start; each arrives at once. */
function greedy(limit: { requests: number; windowMs: number; burst?: number }, endMs: number): number[] {
  const window = createWindow(limit, 0, { arrived: [], underWay: [] });
  const starts: number[] = [];
  for (let now = 0; now <= endMs; ) {
    const waitMs = window.waitMs(now);
    if (waitMs > 0) {
      now += waitMs;
      continue;
    }
    window.arrived(window.take(now), now);
    starts.push(now);
  }
  return starts;
}

function longestPause(starts: readonly number[]): number {
  return Math.max(...starts.map((at, index) => at - (starts[index - 1] ?? 0)));
}

test("who asks without end waits a second at most for a request, not most of a minute", () => {
  const plan = { requests: 120, windowMs: 60_000 };
  const spread = greedy({ ...plan, burst: 30 }, 600_000);
  expect(spread.filter((at) => at === 0)).toHaveLength(30);
  expect(longestPause(spread)).toBeLessThanOrEqual(1_000);
  expect(longestPause(greedy(plan, 600_000))).toBe(60_000);
  // Hardly less comes through for it.
  expect(spread.length).toBeGreaterThan(0.95 * 10 * plan.requests);
});

test("a burst never lets more through than the limit has", () => {
  const limits = fc
    .record({ requests: fc.integer({ min: 1, max: 20 }), windowMs: fc.integer({ min: 10, max: 1_000 }) })
    .chain((limit) =>
      fc.record({ limit: fc.constant(limit), burst: fc.integer({ min: 1, max: limit.requests }) }),
    );
  fc.assert(
    fc.property(limits, ({ limit, burst }) => {
      const starts = greedy({ ...limit, burst }, limit.windowMs * 10);
      expect(starts.filter((at) => at < limit.windowMs).length).toBeLessThanOrEqual(limit.requests);
      starts.forEach((at, index) => {
        const next = starts[index + limit.requests];
        // Sums of fractions of a millisecond.
        if (next !== undefined) expect(next - at).toBeGreaterThan(limit.windowMs - 0.001);
      });
      expect(starts.length).toBeGreaterThan(0.8 * 10 * limit.requests);
    }),
  );
});
