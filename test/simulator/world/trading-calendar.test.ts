import { expect, it } from "vitest";
import { createWorldCalendar } from "../../../src/simulator/world/trading-calendar.ts";
import { fc } from "../../support/fast-check.ts";

const calendar = createWorldCalendar("2026-11-20");
const someDay = fc.integer({ min: -700, max: 60_000 });

it("numbers business days without a hole, in order of their dates", () => {
  fc.assert(
    fc.property(someDay, (day) => {
      const [date, next] = [calendar.dateOf(day), calendar.dateOf(day + 1)];
      expect(calendar.isOpen(date)).toBe(true);
      expect(calendar.dayFrom(date)).toBe(day);
      for (let time = Date.parse(date) + 86_400_000; time < Date.parse(next); time += 86_400_000) {
        const between = new Date(time).toISOString().slice(0, 10);
        expect([calendar.isOpen(between), calendar.dayFrom(between)]).toEqual([false, day + 1]);
      }
    }),
  );
});

it("is closed on weekends and on holidays, also on those that moved from a Sunday", () => {
  const closed = [
    "2026-11-21",
    "2026-11-22",
    "2026-11-23",
    "2027-01-01",
    "2026-05-06",
    "2026-07-20",
    "2028-01-10",
  ];
  expect(closed.filter((date) => calendar.isOpen(date))).toEqual([]);
  expect(calendar.isOpen("2026-11-24")).toBe(true);
});

it("has two years or more before its start", () => {
  for (const start of ["2026-01-01", "2026-06-15", "2026-12-31"]) {
    const { firstDay, dateOf } = createWorldCalendar(start);
    expect(Date.parse(start) - Date.parse(dateOf(firstDay))).toBeGreaterThan(725 * 86_400_000);
  }
});
