import { expect, test } from "vitest";
import { Failure } from "../../../src/lib/failure.ts";
import { createLimiter } from "../../../src/lib/http/limiter.ts";
import { currentLane, inLane } from "../../../src/lib/turns.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { errorOf } from "./loopback.ts";

const minute = { requests: 2, windowMs: 60_000 };

/** Asks so often in a lane, and notes who starts. */
function asking(limiter: ReturnType<typeof createLimiter>, started: string[]) {
  return (lane: string, times: number) =>
    Array.from({ length: times }, () =>
      limiter.enter(lane, undefined).then((leave) => {
        started.push(lane);
        leave();
      }),
    );
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a lane that asks for one is served before one that asked for many is done", async () => {
  const clock = createHandClock();
  const started: string[] = [];
  const ask = asking(createLimiter({ clock, ...minute }), started);
  ask("bars", 6);
  await settled();
  ask("margin", 1);
  for (let minutes = 0; minutes < 3; minutes++) {
    clock.move(60_000);
    await settled();
  }
  expect(started).toEqual(["bars", "bars", "bars", "margin", "bars", "bars", "bars"]);
});

test("a place is free a window after the request arrived, not after it started", async () => {
  const clock = createHandClock();
  const started: string[] = [];
  const limiter = createLimiter({ clock, requests: 1, windowMs: 60_000 });
  const leave = await limiter.enter("a", undefined);
  asking(limiter, started)("b", 1);
  clock.move(5_000);
  leave();
  clock.move(59_999);
  await settled();
  expect(started).toEqual([]);
  clock.move(1);
  await settled();
  expect(started).toEqual(["b"]);
});

test("what an earlier process asked counts on in the next", async () => {
  const clock = createHandClock(1_000_000);
  const before = createLimiter({ clock, ...minute });
  (await before.enter("a", undefined))();
  await before.enter("a", undefined);
  clock.move(10_000);
  const started: string[] = [];
  asking(createLimiter({ clock, ...minute, earlier: before.taken() }), started)("a", 2);
  clock.move(49_999);
  await settled();
  expect(started).toEqual([]);
  clock.move(1);
  await settled();
  expect(started).toEqual(["a"]);
  // The other was under way: nobody knows when it arrived, only that it did by now.
  clock.move(9_999);
  await settled();
  expect(started).toEqual(["a"]);
  clock.move(1);
  await settled();
  expect(started).toEqual(["a", "a"]);
  const known = { arrived: [clock.now() - 1, clock.now()], underWay: [] };
  expect(createLimiter({ clock, ...minute, earlier: known }).taken()).toEqual(known);
});

test.each([-3_600_000, 3_600_000])(
  "a clock that is set by %i ms neither frees a place nor holds one",
  async (by) => {
    const clock = createHandClock(10_000_000);
    const started: string[] = [];
    const ask = asking(createLimiter({ clock, ...minute }), started);
    ask("a", 2);
    await settled();
    clock.set(clock.now() + by);
    ask("b", 1);
    clock.move(59_999);
    await settled();
    expect(started).toEqual(["a", "a"]);
    clock.move(1);
    await settled();
    expect(started).toEqual(["a", "a", "b"]);
  },
);

test("everyone who waits can be refused at once, and those who ask later wait again", async () => {
  const clock = createHandClock();
  let holdMs = Number.POSITIVE_INFINITY;
  const limiter = createLimiter({ clock, ...minute, holdMs: () => holdMs });
  const waiting = [errorOf(limiter.enter("a", undefined)), errorOf(limiter.enter("b", undefined))];
  const refusal = new Failure("rate-limited", "not now");
  limiter.refuse(refusal);
  expect(await Promise.all(waiting)).toEqual([refusal, refusal]);
  const later = limiter.enter("a", undefined);
  holdMs = 0;
  limiter.look();
  expect(await later).toBeTypeOf("function");
});

test("who is stopped before it waits never takes a place", async () => {
  const limiter = createLimiter({ clock: createHandClock(), requests: 1, windowMs: 60_000 });
  expect(await errorOf(limiter.enter("a", AbortSignal.abort()))).toMatchObject({ reason: "unreachable" });
  expect(limiter.taken()).toEqual({ arrived: [], underWay: [] });
});

test("a lane reaches what its work asks later, and only that", async () => {
  const later = async () => {
    await settled();
    return currentLane();
  };
  const lanes = [inLane("a", later), inLane("b", () => inLane("c", later)), later()];
  expect(await Promise.all(lanes)).toEqual(["a", "c", ""]);
});
