import { describe, expect, test } from "vitest";
import { createTradingCalendar, weekdaysOnly } from "../../src/calendar/trading-calendar.ts";
import { createZone } from "../../src/lib/clock.ts";
import { type Due, isAwaited, lastPublication, nextDue, nextLate } from "../../src/pipeline/due.ts";
import { fc } from "../support/fast-check.ts";

const minuteMs = 60_000;
const halfPastFive = 17.5 * 60 * minuteMs;
const due: Due = { timeMs: halfPastFive, zone: createZone("Asia/Tokyo"), grace: { ms: 30 * minuteMs } };
/** The Monday is a holiday. */
const calendar = createTradingCalendar(new Map([["2026-01-12", false]]));
const at = (text: string) => Date.parse(`${text}+09:00`);
const dayOf = (what: "dueAt" | "lateAt", text: string, from = due) =>
  lastPublication(what, from, calendar, at(text))?.day;

describe("a publication due at half past five", () => {
  test("is the last one from that minute on, and late half an hour after it", () => {
    expect(dayOf("dueAt", "2026-01-09T17:29:59")).toBe("2026-01-08");
    expect(dayOf("dueAt", "2026-01-09T17:30:00")).toBe("2026-01-09");
    expect(dayOf("lateAt", "2026-01-09T17:59:59")).toBe("2026-01-08");
    expect(dayOf("lateAt", "2026-01-09T18:00:00")).toBe("2026-01-09");
  });

  test("stays the last one over a weekend and a holiday", () => {
    expect(dayOf("lateAt", "2026-01-13T17:59:59")).toBe("2026-01-09");
    expect(dayOf("lateAt", "2026-01-13T18:00:00")).toBe("2026-01-13");
  });

  test("becomes late at the same time of the next trading day where the grace is one", () => {
    const patient: Due = { ...due, grace: { tradingDays: 1 } };
    expect(dayOf("lateAt", "2026-01-13T17:29:59", patient)).toBe("2026-01-08");
    expect(dayOf("lateAt", "2026-01-13T17:30:00", patient)).toBe("2026-01-09");
  });

  test("goes by the clocks of its zone", () => {
    const newYork: Due = { ...due, zone: createZone("America/New_York") };
    expect(dayOf("dueAt", "2026-01-10T07:29:59", newYork)).toBe("2026-01-08");
    expect(dayOf("dueAt", "2026-01-10T07:30:00", newYork)).toBe("2026-01-09");
  });

  test("is awaited from then on until it is seen", () => {
    const isIt = (text: string, published?: string) => isAwaited(due, calendar, at(text), published);
    expect(isIt("2026-01-09T17:29:59", "2026-01-08")).toBe(false);
    expect(isIt("2026-01-09T17:30:00", "2026-01-08")).toBe(true);
    expect(isIt("2026-01-11T12:00:00", "2026-01-08")).toBe(true);
    expect(isIt("2026-01-09T17:30:00", "2026-01-09")).toBe(false);
    expect(isIt("2026-01-12T20:00:00", "2026-01-09")).toBe(false);
    expect(isIt("2026-01-09T12:00:00")).toBe(true);
  });
});

test("the next moment of lateness is the first at which another publication is the last late one", () => {
  const moments = fc.integer({ min: at("2026-01-01T00:00:00"), max: at("2026-12-31T00:00:00") });
  const graces = fc.constantFrom({ ms: 0 }, { ms: 30 * minuteMs }, { ms: 86_400_000 }, { tradingDays: 1 });
  fc.assert(
    fc.property(moments, graces, fc.integer({ min: 0, max: 1439 }), (moment, grace, minute) => {
      const some: Due = { ...due, grace, timeMs: minute * minuteMs };
      const next = nextLate(some, calendar, moment) ?? Number.NaN;
      const last = (time: number) => lastPublication("lateAt", some, calendar, time)?.lateAt;
      expect(next).toBeGreaterThan(moment);
      expect(last(next)).toBe(next);
      expect(last(next - 1)).toBe(last(moment));
    }),
    { numRuns: 60 },
  );
});

test("a calendar that knows nothing counts weekdays", () => {
  expect(lastPublication("dueAt", due, weekdaysOnly, at("2026-01-12T18:00:00"))?.day).toBe("2026-01-12");
});

test("polls wait for a publication by week from its day on, until one came since the day before", () => {
  const weekly: Due = { ...due, days: { every: "week", on: "last" } };
  const at = (time: string) => Date.parse(`${time}+09:00`);
  expect(nextDue(weekly, calendar, at("2026-01-05T00:00:00"))).toBe(
    weekly.zone.moment("2026-01-09", due.timeMs),
  );
  expect(isAwaited(weekly, calendar, at("2026-01-08T23:00:00"), "2026-01-02")).toBe(false);
  expect(isAwaited(weekly, calendar, at("2026-01-09T23:00:00"), "2026-01-02")).toBe(true);
  expect(isAwaited(weekly, calendar, at("2026-01-13T10:00:00"), "2026-01-09")).toBe(false);
});
