import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endOf, lasts, parseDuration, startOf } from "../../src/model/duration.ts";
import { createTradingCalendar, weekdaysOnly } from "../../src/model/trading-calendar.ts";

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
