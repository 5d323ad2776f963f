import { describe, expect, test } from "vitest";
import { createTradingCalendar, weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { earliestOf, endOf, lasts, parseDuration, startOf } from "../../src/model/duration.ts";
import { fc } from "../support/fast-check.ts";

describe("a duration", () => {
  test.each([
    ["30s", 30_000],
    ["15m", 900_000],
    ["1h", 3_600_000],
    ["400d", 34_560_000_000],
    ["0s", 0],
  ])("of %s has %i ms", (text, ms) => expect(parseDuration(text)).toEqual({ ms }));

  test("may be of trading days", () => expect(parseDuration("3bd")).toEqual({ tradingDays: 3 }));

  test.each(["", "1", "h", "1.5h", "-1h", "1 h", "1w", "1h30m", "9999999d", "bd", "1b", "10001bd"])(
    "is not read from %j",
    (text) => expect(parseDuration(text)).toBeUndefined(),
  );

  test("of nothing does not last", () => {
    expect(["0m", "0bd", "1s", "1bd"].map((text) => lasts(parseDuration(text) ?? { ms: -1 }))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

describe("three trading days from a Friday noon", () => {
  const friday = Date.parse("2026-01-09T12:00:00+09:00");

  test("are over on Wednesday at noon", () => {
    expect(endOf(friday, { tradingDays: 3 }, weekdaysOnly)).toBe(Date.parse("2026-01-14T12:00:00+09:00"));
  });

  test("are over a day later where the Monday is a holiday", () => {
    const calendar = createTradingCalendar(new Map([["2026-01-12", false]]));
    expect(endOf(friday, { tradingDays: 3 }, calendar)).toBe(Date.parse("2026-01-15T12:00:00+09:00"));
  });

  test("count days as they are in Japan: a Thursday evening in UTC is a Friday there", () => {
    const at = Date.parse("2026-01-08T22:00:00Z");
    expect(new Date(endOf(at, { tradingDays: 1 }, weekdaysOnly)).toISOString()).toBe(
      "2026-01-11T22:00:00.000Z",
    );
  });
});

test("what began a duration before its end began on a trading day at that time, or is that duration exactly", () => {
  const moments = fc.integer({ min: Date.parse("2026-01-01"), max: Date.parse("2027-01-01") });
  fc.assert(
    fc.property(moments, fc.integer({ min: 1, max: 50 }), (at, count) => {
      expect(endOf(startOf(at, { ms: count }, weekdaysOnly), { ms: count }, weekdaysOnly)).toBe(at);
      const ended = endOf(at, { tradingDays: count }, weekdaysOnly);
      const again = endOf(
        startOf(ended, { tradingDays: count }, weekdaysOnly),
        { tradingDays: count },
        weekdaysOnly,
      );
      expect(again).toBe(ended);
    }),
  );
});

describe("what began a trading day before", () => {
  const at = (text: string) => Date.parse(`${text}:00+09:00`);
  const oneDay = { tradingDays: 1 };

  test("a weekend is what began on the Friday or after it, at whatever time of the weekend", () => {
    const friday = at("2026-01-09T00:00");
    for (const moment of ["2026-01-10T00:00", "2026-01-10T11:00", "2026-01-11T01:00", "2026-01-11T23:59"])
      expect(startOf(at(moment), oneDay, weekdaysOnly)).toBe(friday - 1);
    expect(startOf(at("2026-01-12T00:00"), oneDay, weekdaysOnly)).toBe(friday);
  });

  test("is never earlier than what was at an earlier moment", () => {
    const holidays = new Map([
      ["2026-01-12", false],
      ["2026-01-14", false],
    ]);
    const calendar = createTradingCalendar(holidays);
    const moments = fc.integer({ min: at("2026-01-01T00:00"), max: at("2026-01-31T00:00") });
    fc.assert(
      fc.property(moments, moments, fc.integer({ min: 1, max: 6 }), (one, other, tradingDays) => {
        const [before, after] = [Math.min(one, other), Math.max(one, other)];
        const start = (moment: number) => startOf(moment, { tradingDays }, calendar);
        expect(start(before)).toBeLessThanOrEqual(start(after));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("from a day without trading", () => {
  const at = (text: string) => Date.parse(`${text}:00+09:00`);
  const calendar = createTradingCalendar(new Map([["2026-01-14", false]]));

  test.each([
    ["a Saturday noon", "2026-01-10T12:00", 1, "2026-01-13T00:00"],
    ["a Sunday", "2026-01-11T09:00", 1, "2026-01-13T00:00"],
    ["the Monday after it", "2026-01-12T00:00", 1, "2026-01-13T00:00"],
    ["a Sunday before a holiday", "2026-01-11T09:00", 2, "2026-01-15T00:00"],
    ["a holiday", "2026-01-14T15:00", 1, "2026-01-16T00:00"],
  ])("trading days count from the start of the next one: %s", (_, begin, tradingDays, end) => {
    expect(endOf(at(begin), { tradingDays }, calendar)).toBe(at(end));
  });

  test("nothing lasts no time", () => {
    expect(endOf(at("2026-01-10T12:00"), { tradingDays: 0 }, calendar)).toBe(at("2026-01-10T12:00"));
  });
});

describe("of any moment and duration", () => {
  const calendar = createTradingCalendar(new Map([["2026-01-14", false]]));
  const minute = 60_000;
  const first = Date.parse("2026-01-01T00:00:00+09:00");
  // Midnights are where days without trading end, and days are published.
  const moments = fc.oneof(
    fc.integer({ min: 0, max: 31 }).map((day) => first + day * 1_440 * minute),
    fc.integer({ min: 0, max: 31 * 1_440 }).map((count) => first + count * minute),
    fc.integer({ min: 0, max: 31 * 1_440 * minute }).map((ms) => first + ms),
  );
  const durations = fc.oneof(
    fc.integer({ min: 1, max: 6 }).map((tradingDays) => ({ tradingDays })),
    fc.integer({ min: 1, max: 400_000_000 }).map((ms) => ({ ms })),
  );

  test("it is over at the first moment whose start it is not after", () => {
    fc.assert(
      fc.property(moments, durations, (moment, duration) => {
        const end = endOf(moment, duration, calendar);
        expect(startOf(end, duration, calendar)).toBeGreaterThanOrEqual(moment);
        expect(startOf(end - 1, duration, calendar)).toBeLessThan(moment);
      }),
      { numRuns: 5_000 },
    );
  });

  test("the earliest that is not over before a moment is one that is over then or later, and no earlier one is", () => {
    fc.assert(
      fc.property(moments, durations, (moment, duration) => {
        const earliest = earliestOf(moment, duration, calendar);
        expect(endOf(earliest, duration, calendar)).toBeGreaterThanOrEqual(moment);
        expect(endOf(earliest - 1, duration, calendar)).toBeLessThan(moment);
      }),
      { numRuns: 5_000 },
    );
  });
});
