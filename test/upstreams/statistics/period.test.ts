import { expect, test } from "vitest";
import { dateOfDay, readCompactDay, readPeriod } from "../../../src/upstreams/statistics/records.ts";
import { fc } from "../../support/fast-check.ts";

const days = fc
  .integer({ min: 0, max: 73_000 })
  .map((day) => new Date(Date.UTC(1850, 0, 1) + day * 86_400_000));

test("every day that exists is read, and its neighbours in writing sort as they do in time", () => {
  fc.assert(
    fc.property(days, days, (one, other) => {
      const read = (date: Date) =>
        readCompactDay(Number(date.toISOString().slice(0, 10).replaceAll("-", ""))) ?? "";
      expect(read(one)).toBe(one.toISOString().slice(0, 10));
      expect(Math.sign(one.getTime() - other.getTime())).toBe(
        read(one) < read(other) ? -1 : read(one) > read(other) ? 1 : 0,
      );
    }),
  );
});

test("a number of eight digits is a day exactly when the calendar has it", () => {
  const parts = fc.tuple(
    fc.integer({ min: 1850, max: 2050 }),
    fc.integer({ min: 0, max: 99 }),
    fc.integer({ min: 0, max: 99 }),
  );
  fc.assert(
    fc.property(parts, ([year, month, day]) => {
      const date = new Date(Date.UTC(year, month - 1, day));
      const exists =
        date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
      expect(readCompactDay(year * 10_000 + month * 100 + day) !== undefined).toBe(exists);
    }),
  );
});

test("the same digits mean what the frequency says", () => {
  const written = ["SEMIANNUAL", "QUARTERLY", "MONTHLY", "DAILY", "ANNUAL"].map((name) =>
    readPeriod(name, 202602),
  );
  expect(written).toEqual(["2026-H2", "2026-Q2", "2026-02", undefined, undefined]);
});

test.each([
  ["CY", "2026", "2026", "2026", "2026"],
  ["FY", "2025", "2026", "2026", "2026"],
  ["CH", "202601", "202601", "202601", "202602"],
  ["FH", "202502", "202601", "202601", "202602"],
  ["Q", "202601", "202602", "202602", "202604"],
  ["M", "202603", "202604", "202606", "202610"],
  ["W", "202603", "202604", "202606", "202610"],
  ["D", "202603", "202604", "202606", "202610"],
] as const)(
  "the last day of March, and days of April, June and October are asked for by %s as %s, %s, %s and %s",
  (frequency, ...written) => {
    const days = ["2026-03-31", "2026-04-01", "2026-06-30", "2026-10-01"];
    expect(days.map((day) => dateOfDay(day, frequency))).toEqual(written);
  },
);

test("the quarters and halves of a year are those of its months", () => {
  const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}-15`);
  const parts = (frequency: "Q" | "CH" | "FH") =>
    months.map((day) => dateOfDay(day, frequency).replace(/^2026/, "").slice(-2)).join(" ");
  expect(parts("Q")).toBe("01 01 01 02 02 02 03 03 03 04 04 04");
  expect(parts("CH")).toBe("01 01 01 01 01 01 02 02 02 02 02 02");
  expect(parts("FH")).toBe("02 02 02 01 01 01 01 01 01 02 02 02");
});
