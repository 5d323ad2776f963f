import { describe, expect, test } from "vitest";
import { createTradingCalendar, weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { addDays, isWeekday } from "../../src/model/dates.ts";
import { fc } from "../support/fast-check.ts";

/** The first days of 2026 as the exchange has them. */
const january = createTradingCalendar(
  new Map(
    Array.from({ length: 31 }, (_, index) => addDays("2026-01-01", index)).map((day) => [
      day,
      isWeekday(day) && !["2026-01-01", "2026-01-02", "2026-01-12"].includes(day),
    ]),
  ),
);

describe("a trading calendar", () => {
  test("tells holidays from trading days, and how far it knows", () => {
    expect(january.known).toEqual({ from: "2026-01-01", to: "2026-01-31" });
    expect(["2026-01-09", "2026-01-10", "2026-01-12", "2026-01-13"].map(january.isTradingDay)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test("takes weekdays for trading days beyond what it knows, and says so", () => {
    expect([january.knows("2026-01-30"), january.knows("2026-02-11")]).toEqual([true, false]);
    // A holiday, which this calendar cannot know.
    expect(january.isTradingDay("2026-02-11")).toBe(true);
    expect(january.isTradingDay("2026-02-14")).toBe(false);
    expect([weekdaysOnly.known, weekdaysOnly.knows("2026-01-05")]).toEqual([undefined, false]);
  });

  test("adds trading days forwards and backwards, from a closed day too", () => {
    expect(january.addTradingDays("2026-01-09", 1)).toBe("2026-01-13");
    expect(january.addTradingDays("2026-01-10", 1)).toBe("2026-01-13");
    expect(january.addTradingDays("2026-01-13", -1)).toBe("2026-01-09");
    expect(january.addTradingDays("2026-01-10", 0)).toBe("2026-01-10");
    expect(january.addTradingDays("2026-01-30", 2)).toBe("2026-02-03");
  });

  const dayOf = fc.integer({ min: 0, max: 90 }).map((days) => addDays("2025-12-01", days));

  test("lands on the trading day that has so many before it", () => {
    fc.assert(
      fc.property(dayOf, fc.integer({ min: 1, max: 30 }), (day, count) => {
        const end = january.addTradingDays(day, count);
        expect(january.isTradingDay(end)).toBe(true);
        expect(january.countTradingDays(day, end)).toBe(count);
        expect(january.countTradingDays(day, addDays(end, -1))).toBe(count - 1);
      }),
    );
  });
});
