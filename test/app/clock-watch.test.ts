import { expect, test } from "vitest";
import { createClockWatch } from "../../src/app/clock-watch.ts";
import { createLog } from "../../src/lib/log.ts";
import type { Change } from "../../src/pipeline/change.ts";
import { createHandClock } from "../support/hand-clock.ts";

function watched() {
  const clock = createHandClock(Date.parse("2026-11-20T08:00:00Z"));
  const told: Change[] = [];
  const watch = createClockWatch(clock, clock);
  const stop = watch.start(createLog("silent"), (change) => told.push(change));
  const jumps = () => told.flatMap(({ drafts }) => drafts.map(({ type, data }) => [type, data.now.seconds]));
  return { clock, watch, stop, jumps, told };
}

test.each([-3_600, 3_600])("a clock that is set by %i s is told of once", (seconds) => {
  const { clock, jumps } = watched();
  clock.move(60_000);
  clock.set(clock.now() + seconds * 1_000);
  clock.move(10 * 60_000);
  expect(jumps()).toEqual([["clock.jumped", seconds]]);
});

test("what is told says from when to when, and each jump is one", () => {
  const { clock, jumps, told } = watched();
  clock.set(clock.now() - 3_600_000);
  clock.move(5_000);
  clock.set(clock.now() + 3_600_000);
  clock.move(5_000);
  expect(jumps().map(([, seconds]) => seconds)).toEqual([-3_600, 3_600]);
  expect(told[0]?.drafts[0]?.data.now).toMatchObject({
    from: "2026-11-20T08:00:05.000Z",
    to: "2026-11-20T07:00:05.000Z",
  });
});

test("a clock that is set right by a second now and then is not told of", () => {
  const { clock, jumps } = watched();
  for (let minute = 0; minute < 60; minute++) {
    clock.move(60_000);
    clock.set(clock.now() - 1_000);
  }
  expect(jumps()).toEqual([]);
});

test("nothing is told once it has stopped, and no timer is left", () => {
  const { clock, stop, jumps } = watched();
  clock.set(0);
  stop();
  clock.move(60_000);
  expect([jumps(), clock.waiting]).toEqual([[], 0]);
});

test("who waits by the clock hears that it was set, until they do not want to any more", () => {
  const { clock, watch } = watched();
  const heard: string[] = [];
  watch.clock.onSet?.(() => heard.push("one"));
  const unheard = watch.clock.onSet?.(() => heard.push("other"));
  clock.set(clock.now() + 3_600_000);
  clock.move(5_000);
  unheard?.();
  clock.set(clock.now() - 3_600_000);
  clock.move(5_000);
  expect(heard).toEqual(["one", "other", "one"]);
});
