import { expect, test } from "vitest";
import { isTickUsed } from "../../src/pipeline/schedule.ts";

const minuteMs = 60_000;
const used = (times: readonly number[], isAwaited: (at: number) => boolean) => {
  let last: number | undefined;
  return times.filter((minute) => {
    const at = minute * minuteMs;
    if (!isTickUsed({ at, elapsed: at, intervalMs: 5 * minuteMs }, last, isAwaited(at))) return false;
    last = at;
    return true;
  });
};
const everyFive = Array.from({ length: 25 }, (_, index) => index * 5);

test("before it is due one tick in half an hour is used, after it every one until it is there", () => {
  const isAwaited = (at: number) => at >= 65 * minuteMs && at < 85 * minuteMs;
  expect(used(everyFive, isAwaited)).toEqual([0, 30, 60, 65, 70, 75, 80, 110]);
});

test("a schedule that is sparser than that is left alone", () => {
  expect(used([0, 40, 80], () => false)).toEqual([0, 40, 80]);
});

test("a tick that is a little early after half an hour is used", () => {
  expect(
    isTickUsed({ at: 30 * minuteMs - 20, elapsed: 30 * minuteMs - 20, intervalMs: minuteMs }, 0, false),
  ).toBe(true);
  expect(isTickUsed({ at: 29 * minuteMs, elapsed: 29 * minuteMs, intervalMs: minuteMs }, 0, false)).toBe(
    false,
  );
});
