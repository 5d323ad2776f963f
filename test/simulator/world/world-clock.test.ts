import { describe, expect, it } from "vitest";
import { businessDaysBefore, createWorldClock } from "../../../src/simulator/index.ts";
import { fc } from "../../support/fast-check.ts";
import { createHandClock, type HandClock } from "../../support/hand-clock.ts";

const japan = (time: Date) => new Date(time.getTime() + 9 * 3_600_000).toISOString();

describe("the world's clock", () => {
  it.each([
    ["2026-11-20", "2026-11-20"], // a Friday
    ["2026-11-21", "2026-11-24"], // a Saturday before a holiday
    ["2026-12-31", "2027-01-04"],
  ])("begins on the morning of the first business day from %s on", (startDate, first) => {
    const time = createWorldClock({ startDate, clock: createHandClock() });
    expect(japan(time.now())).toBe(`${first}T06:00:00.000Z`);
  });
  it("passes a business day in each dayMs, and skips weekends", () => {
    const clock = createHandClock();
    const time = createWorldClock({ startDate: "2026-11-19", dayMs: 10_000, clock });
    const days = [0, 1, 2].map(() => {
      clock.move(5_000);
      const noon = japan(time.now());
      clock.move(5_000);
      return noon;
    });
    expect(days).toEqual([
      "2026-11-19T15:00:00.000Z",
      "2026-11-20T15:00:00.000Z",
      "2026-11-24T15:00:00.000Z",
    ]);
  });
  it("goes on where it was left", () => {
    fc.assert(
      fc.property(fc.nat(1e8), fc.nat(1e7), (before, after) => {
        const [first, second] = [createHandClock(), createHandClock(5)];
        const whole = createWorldClock({ startDate: "2026-01-05", clock: first });
        first.move(before);
        const rest = createWorldClock({
          startDate: "2026-01-05",
          elapsedMs: whole.elapsedMs(),
          clock: second,
        });
        first.move(after);
        second.move(after);
        expect([rest.elapsedMs(), rest.now()]).toEqual([whole.elapsedMs(), whole.now()]);
      }),
    );
  });
  it("does not go back when the system's clock is set back", () => {
    const clock = createHandClock();
    const time = createWorldClock({ startDate: "2026-01-05", clock });
    clock.move(30_000);
    const before = time.now();
    clock.set(clock.now() - 3_600_000);
    expect(time.now()).toEqual(before);
  });
  it.each(["2026-02-30", "today", "2026-1-5", ""])("refuses %o as a start", (startDate) => {
    expect(() => createWorldClock({ startDate, clock: createHandClock() })).toThrow(RangeError);
  });
});

describe("the world's clock in real time", () => {
  const at = (text: string) => Date.parse(`${text}:00+09:00`);
  const momentsOn = (...times: string[]) => {
    const clock = createHandClock(at("2027-04-01T00:00"));
    const time = createWorldClock({ startDate: "2027-04-01", clock, realTime: true });
    return times.map((text) => {
      clock.moveTo(at(text));
      expect(time.now().getTime()).toBe(at(text));
      return time.moment();
    });
  };
  it("passes a business day from six to midnight, and stands still by night and on closed days", () => {
    expect(momentsOn("2027-04-01T06:00", "2027-04-01T15:00", "2027-04-02T06:00")).toEqual([
      0, 30_000, 60_000,
    ]);
    expect(momentsOn("2027-04-02T00:00", "2027-04-02T05:59")).toEqual([59_999, 59_999]);
    // Saturday, and Golden Week up to the morning after it.
    expect(momentsOn("2027-04-03T12:00", "2027-04-05T06:00")).toEqual([119_999, 120_000]);
    const [before, after] = momentsOn("2027-05-03T12:00", "2027-05-06T06:00");
    expect((after ?? 0) - (before ?? 0)).toBe(1);
  });
});

describe("the clock of a world that catches up", () => {
  const at = (text: string) => Date.parse(`${text}+09:00`);
  const opened = "2026-11-20T11:00:00";
  const startDate = businessDaysBefore("2026-11-20", 120);
  const open = (clock: HandClock, left: { elapsedMs?: number; skippedMs?: number } = {}) =>
    createWorldClock({ startDate, catchesUp: true, clock, ...left });

  /** A moment is a second and a little more on the wall. */
  const expectShown = (time: ReturnType<typeof open>, shown: string) => {
    const missing = at(shown) - Number(time.now());
    expect([shown, missing >= 0 && missing <= 1_080]).toEqual([shown, true]);
  };

  it("passes a business day a minute until it is the present, and then follows it", () => {
    const clock = createHandClock(at(opened));
    const time = open(clock);
    expect(japan(time.now())).toBe("2026-05-28T06:00:00.000Z");
    clock.move(60 * 60_000);
    expect(japan(time.now())).toBe("2026-08-24T06:00:00.000Z");
    clock.move(61 * 60_000);
    for (const [now, shown] of [
      ["2026-11-20T13:01:00", "2026-11-20T13:01:00"],
      ["2026-11-20T16:30:00", "2026-11-20T16:30:00"],
      ["2026-11-22T12:00:00", "2026-11-21T00:00:00"],
      ["2026-11-24T05:59:00", "2026-11-21T00:00:00"],
      ["2026-11-24T09:00:00", "2026-11-24T09:00:00"],
    ] as const) {
      clock.moveTo(at(now));
      expectShown(time, shown);
    }
  });

  it("goes on from its place after a stop, in a hurry where it was long, and never ahead of the clock", () => {
    const clock = createHandClock(at("2026-11-20T12:00:00"));
    const before = open(clock, { elapsedMs: 120.3 * 60_000, skippedMs: 5_000 });
    clock.move(2 * 3_600_000);
    expectShown(before, "2026-11-20T14:00:00");
    const elapsedMs = before.elapsedMs();
    clock.move(4_000);
    expectShown(open(clock, { elapsedMs, skippedMs: 5_000 }), "2026-11-20T14:00:04");
    clock.moveTo(at("2026-12-01T12:00:00"));
    const late = open(clock, { elapsedMs });
    expectShown(late, "2026-11-20T14:00:00");
    clock.move(60_000);
    expectShown(late, "2026-11-24T14:00:00");
    clock.move(10 * 60_000);
    expectShown(late, "2026-12-01T12:11:00");
  });

  it("stands still where it was left ahead of the clock, until it is caught up with", () => {
    const clock = createHandClock(at(opened));
    const time = open(clock, { elapsedMs: 123.5 * 60_000, skippedMs: 5_000 });
    for (const now of ["2026-11-20T11:00:00", "2026-11-24T12:00:00", "2026-11-26T14:59:00"]) {
      clock.moveTo(at(now));
      expect([japan(time.now()), time.elapsedMs()]).toEqual(["2026-11-26T15:00:00.000Z", 123.5 * 60_000]);
    }
    clock.moveTo(at("2026-11-26T15:10:30"));
    expectShown(time, "2026-11-26T15:10:30");
  });

  it("never goes back and never overtakes the clock, whoever sets it and however often it is left", () => {
    const steps = fc.array(
      fc.record({ ms: fc.nat(1e8), set: fc.integer({ min: -1e9, max: 1e9 }), leaves: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3e7 }), steps, (left, walk) => {
        const clock = createHandClock(at(opened));
        let time = open(clock, { elapsedMs: left });
        let moment = time.moment();
        let latest = Math.max(clock.now(), Number(time.now()));
        for (const { ms, set, leaves } of walk) {
          if (ms % 3 === 0) clock.set(clock.now() + set);
          clock.move(ms);
          latest = Math.max(latest, clock.now());
          if (leaves) time = open(clock, { elapsedMs: time.elapsedMs(), skippedMs: 5_000 });
          expect(time.moment()).toBeGreaterThanOrEqual(moment);
          expect(Number(time.now())).toBeLessThanOrEqual(latest);
          moment = time.moment();
        }
      }),
    );
  });
});
