import { expect, test } from "vitest";
import { addDays, isDay, isWeekday, jstDay, lastWeekdays, laterDay } from "../../src/model/dates.ts";
import { fc } from "../support/fast-check.ts";

test("the day in Japan begins at 15:00 UTC", () => {
  expect(jstDay(new Date("2026-11-20T14:59:59.999Z"))).toBe("2026-11-20");
  expect(jstDay(Date.parse("2026-11-20T15:00:00Z"))).toBe("2026-11-21");
});

test("the last weekdays of a Saturday end on the Friday before", () => {
  expect(lastWeekdays("2026-11-21", 5)).toEqual([
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
  ]);
});

test("a weekday is the last of its own last weekdays, and weekends are left out", () => {
  expect(lastWeekdays("2026-11-24", 3)).toEqual(["2026-11-20", "2026-11-23", "2026-11-24"]);
});

test("days are added over the ends of months and years", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
});

test("only a day of the calendar is a day", () => {
  expect(["2026-02-28", "2024-02-29"].every(isDay)).toBe(true);
  expect(["2026-02-29", "2026-13-01", "2026-01", "2026-Q1", "20260101", ""].some(isDay)).toBe(false);
});

test("weekdays are as many as asked for, ascending, without a gap over three days", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 40 }), (offset, count) => {
      const end = addDays("1990-01-01", offset);
      const days = lastWeekdays(end, count);
      expect(days).toHaveLength(count);
      expect(days.every(isWeekday)).toBe(true);
      expect([...days].sort()).toEqual(days);
      expect(days.every((day, i) => i === 0 || addDays(days[i - 1] ?? "", 4) > day)).toBe(true);
      expect(laterDay(days.at(-1) ?? "", end)).toBe(end);
    }),
  );
});
