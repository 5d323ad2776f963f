import { expect, test } from "vitest";
import { readCompactDay, readPeriod } from "../../../src/upstreams/statistics/fields.ts";
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
