import { describe, expect, it } from "vitest";
import { createWorldClock } from "../../../src/simulator/index.ts";
import { fc } from "../../support/fast-check.ts";
import { createHandClock } from "../../support/hand-clock.ts";

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
      fc.property(fc.nat(1e10), fc.nat(1e8), (before, after) => {
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
