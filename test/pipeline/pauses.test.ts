import { describe, expect, test } from "vitest";
import { createPauses } from "../../src/pipeline/schedule.ts";

const tick = (at: number, intervalMs = 20_000) => ({ at, elapsed: at, intervalMs });

/** When a source that always fails is asked, over a stretch of its own ticks. */
function asked(intervalMs: number, untilMs: number): number[] {
  const pauses = createPauses();
  const times: number[] = [];
  for (let at = 0; at <= untilMs; at += intervalMs) {
    if (!pauses.allows(tick(at, intervalMs))) continue;
    times.push(at);
    pauses.failed(tick(at, intervalMs));
  }
  return times;
}

describe("the pauses of a failing source", () => {
  test("begin with its own interval and double", () => {
    expect(asked(20_000, 700_000)).toEqual([0, 20_000, 60_000, 140_000, 300_000, 620_000]);
  });

  test("never grow over ten minutes", () => {
    const times = asked(60_000, 6 * 3_600_000);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBe(600_000);
  });

  test("are longer where the service asks for it", () => {
    const pauses = createPauses();
    pauses.failed(tick(0), 3_600_000);
    expect(pauses.allows(tick(3_500_000))).toBe(false);
    expect(pauses.allows(tick(3_600_000))).toBe(true);
  });

  test("end with one success", () => {
    const pauses = createPauses();
    for (const at of [0, 20_000, 60_000]) pauses.failed(tick(at));
    expect(pauses.allows(tick(80_000))).toBe(false);
    pauses.succeeded();
    expect(pauses.allows(tick(80_000))).toBe(true);
    pauses.failed(tick(80_000));
    expect(pauses.allows(tick(100_000))).toBe(true);
  });
});
