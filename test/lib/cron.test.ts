import { createTask } from "node-cron";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  createCronTimes,
  cronTicks$,
  isCronExpression,
  steadyTicks$,
  type Tick,
} from "../../src/lib/cron.ts";
import { fc } from "../support/fast-check.ts";
import { createHandClock } from "../support/hand-clock.ts";

const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
const hourMs = 3_600_000;

/** The first times after a moment, as text in UTC. */
function times(expression: string, timezone: string, after: string, count: number): (string | undefined)[] {
  const next = createCronTimes(expression, timezone);
  const found: (string | undefined)[] = [];
  for (let at = next(Date.parse(after)); found.length < count; at = at && next(at)) found.push(iso(at));
  return found;
}

const numbers = (min: number, max: number) =>
  fc.oneof(
    fc.constant("*"),
    fc.integer({ min, max }).map(String),
    fc.integer({ min: 2, max: 20 }).map((step) => `*/${step}`),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 3 }).map((list) => list.join(",")),
    fc
      .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
      .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
  );
const days = fc.oneof(
  fc.tuple(numbers(1, 28), fc.constant("*")),
  fc.tuple(fc.constantFrom("L", "15W", "L-2", "31"), fc.constantFrom("*", "mon-fri")),
  fc.tuple(fc.constant("*"), fc.oneof(numbers(0, 6), fc.constantFrom("mon-fri", "5L", "1#2", "7"))),
);
const expressions = fc
  .tuple(numbers(0, 59), numbers(0, 59), numbers(0, 23), days, fc.constantFrom("*", "jan,3,12", "1-6"))
  .map(([second, minute, hour, [day, weekday], month]) =>
    [second, minute, hour, day, month, weekday].join(" "),
  );

describe("the times of a cron expression", () => {
  afterEach(() => void vi.useRealTimers());

  test("are those that node-cron finds, in zones that never set their clocks", () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const moments = fc.integer({ min: Date.parse("2020-01-01"), max: Date.parse("2040-01-01") });
    const zones = fc.constantFrom("Asia/Tokyo", "UTC", "Asia/Kolkata", "America/Phoenix");
    fc.assert(
      fc.property(expressions, zones, moments, (expression, timezone, at) => {
        vi.setSystemTime(at);
        const task = createTask(expression, () => undefined, { timezone });
        const expected = task.getNextRuns(3).map((date) => date.toISOString());
        void task.destroy();
        expect(times(expression, timezone, new Date(at).toISOString(), 3)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test("leave out what is skipped when clocks are set forward", () => {
    expect(times("0 30 2 * * *", "America/New_York", "2026-03-07T12:00:00Z", 2)).toEqual([
      "2026-03-09T06:30:00.000Z",
      "2026-03-10T06:30:00.000Z",
    ]);
  });

  test("go on through the hour that comes twice when clocks are set back", () => {
    expect(times("0 */20 * * * *", "America/New_York", "2026-11-01T05:39:00Z", 4)).toEqual([
      "2026-11-01T05:40:00.000Z",
      "2026-11-01T06:00:00.000Z",
      "2026-11-01T06:20:00.000Z",
      "2026-11-01T06:40:00.000Z",
    ]);
  });

  test("find a leap day years away, and end where there is none", () => {
    expect(times("0 0 0 29 2 *", "UTC", "2026-01-01T00:00:00Z", 1)).toEqual(["2028-02-29T00:00:00.000Z"]);
    expect(times("0 0 0 29 2 1#1", "UTC", "2026-01-01T00:00:00Z", 1)).toEqual([undefined]);
    expect(isCronExpression("0 0 0 29 2 1#1")).toBe(false);
  });
});

describe("ticks", () => {
  function heard(
    start: string,
    begin: (clock: ReturnType<typeof createHandClock>) => {
      subscribe(hear: (tick: Tick) => void): { unsubscribe(): void };
    },
  ) {
    const clock = createHandClock(Date.parse(start));
    const told: [string | undefined, number][] = [];
    const running = begin(clock).subscribe(({ at, intervalMs }) => void told.push([iso(at), intervalMs]));
    return { clock, told, running };
  }

  test("come at once and then at each time of the schedule, with the step it has there", () => {
    const { clock, told } = heard("2026-01-05T10:45:30Z", (clock) =>
      cronTicks$("0 */10 16-20 * * *", "Asia/Tokyo", clock),
    );
    clock.move(hourMs / 3);
    expect(told).toEqual([
      ["2026-01-05T10:45:30.000Z", 600_000],
      ["2026-01-05T10:50:00.000Z", 600_000],
      ["2026-01-05T11:00:00.000Z", 600_000],
    ]);
  });

  test("come over a wait that is longer than a timer holds", () => {
    const { clock, told } = heard("2026-01-05T00:00:00Z", (clock) => cronTicks$("0 0 0 1 6 *", "UTC", clock));
    clock.moveTo(Date.parse("2026-06-02T00:00:00Z"));
    expect(told.map(([at]) => at)).toEqual(["2026-01-05T00:00:00.000Z", "2026-06-01T00:00:00.000Z"]);
  });

  test("wait on when a timer is early, and become one when it is late", () => {
    let now = Date.parse("2026-01-05T00:00:00Z");
    let call = (): void => undefined;
    const clock = {
      now: () => now,
      elapsed: () => now,
      after(_ms: number, next: () => void) {
        call = next;
        return () => undefined;
      },
    };
    const told: (string | undefined)[] = [];
    cronTicks$("0 * * * * *", "UTC", clock).subscribe(({ at }) => void told.push(iso(at)));
    now += 59_999;
    call();
    expect(told).toHaveLength(1);
    now += 1 + 5 * 60_000 + 7_000;
    call();
    call();
    expect(told).toEqual(["2026-01-05T00:00:00.000Z", "2026-01-05T00:06:07.000Z"]);
  });

  test("come no later than they would have when the clock is set back, and then at the times that it says", () => {
    const { clock, told } = heard("2026-01-05T10:45:30Z", (clock) =>
      cronTicks$("0 */10 16-20 * * *", "Asia/Tokyo", clock),
    );
    clock.move(60_000);
    clock.set(clock.now() - hourMs);
    clock.move(hourMs / 2);
    expect(told.map(([at]) => at)).toEqual([
      "2026-01-05T10:45:30.000Z",
      "2026-01-05T09:50:01.000Z",
      "2026-01-05T10:00:00.000Z",
      "2026-01-05T10:10:00.000Z",
    ]);
  });

  test("that are steady go on in their rhythm when the clock is set back by a year", () => {
    const { clock, told } = heard("2026-01-05T00:00:00Z", (clock) => steadyTicks$(20_000, clock));
    clock.move(10_000);
    clock.set(clock.now() - 365 * 24 * hourMs);
    clock.move(60_000);
    expect(told).toHaveLength(4);
  });

  test("come at once when the clock is set forward over them", () => {
    const { clock, told } = heard("2026-01-05T00:00:00Z", (clock) =>
      cronTicks$("0 0 12 * * *", "UTC", clock),
    );
    clock.set(Date.parse("2026-01-05T12:30:00Z"));
    expect(told.map(([at]) => at)).toEqual(["2026-01-05T00:00:00.000Z", "2026-01-05T12:30:00.000Z"]);
    clock.move(hourMs);
    expect(told).toHaveLength(2);
  });

  test("are not told twice where a clock is set right by seconds", () => {
    const { clock, told } = heard("2026-01-05T00:00:00Z", (clock) =>
      cronTicks$("0 0 12 * * *", "UTC", clock),
    );
    clock.move(11 * hourMs);
    clock.set(clock.now() - 5_000);
    clock.move(12 * hourMs);
    expect(told.map(([at]) => at)).toEqual(["2026-01-05T00:00:00.000Z", "2026-01-05T11:59:56.000Z"]);
  });

  test("end with their subscription, and leave no timer", () => {
    const { clock, told, running } = heard("2026-01-05T00:00:00Z", (clock) =>
      cronTicks$("0 * * * * *", "UTC", clock),
    );
    running.unsubscribe();
    expect(clock.waiting).toBe(0);
    clock.move(hourMs);
    expect(told).toHaveLength(1);
  });

  test("that are steady keep their distance from the first", () => {
    const { clock, told } = heard("2026-01-05T00:00:00.300Z", (clock) => steadyTicks$(2_000, clock));
    clock.move(4_500);
    expect(told.map(([at]) => at)).toEqual([
      "2026-01-05T00:00:00.300Z",
      "2026-01-05T00:00:02.300Z",
      "2026-01-05T00:00:04.300Z",
    ]);
  });
});
