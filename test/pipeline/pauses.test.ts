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

  test.each([
    ["ten minutes, its own interval, however late the timers are", 600_000, [0, 640, 30, 900]],
    ["ten minutes, after a start between two ticks", 600_000, [0, -300_000]],
    ["seven minutes, of which two are more than ten", 420_000, [0, 0, 0, 0]],
    ["an hour", 3_600_000, [0, 200, 0]],
  ])("never leave out the next tick of a schedule of %s", (_, intervalMs, late) => {
    const pauses = createPauses();
    for (const [index, ms] of late.entries()) {
      const own = tick(index * intervalMs + ms, intervalMs);
      expect(pauses.allows(own)).toBe(true);
      pauses.failed(own);
      // What is left of the poll that failed waits for the next one.
      expect(pauses.allows(own)).toBe(false);
    }
  });

  test("are over at the tick that they end with, also where timers were late before", () => {
    const pauses = createPauses();
    pauses.failed(tick(0));
    pauses.failed(tick(20_700));
    expect(pauses.allows(tick(40_000))).toBe(false);
    expect(pauses.allows(tick(60_000))).toBe(true);
  });

  test("are lifted by a person, but for what the service asks for", () => {
    const pauses = createPauses();
    for (const at of [0, 20_000, 60_000]) pauses.failed(tick(at));
    expect(pauses.askedMs(61_000)).toBe(0);
    pauses.lift();
    expect(pauses.allows(tick(61_000))).toBe(true);
    pauses.failed(tick(61_000), 3_600_000);
    pauses.lift();
    expect(pauses.allows(tick(80_000))).toBe(false);
    expect(pauses.askedMs(80_000)).toBe(3_581_000);
    expect(pauses.allows(tick(3_661_000))).toBe(true);
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
