import { expect, test } from "vitest";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import { pollTimes } from "../../src/history/play-history.ts";
import { at, japanMinute } from "./played.ts";

const holiday = createTradingCalendar(new Map([["2026-01-21", false]]));
const every = { schedule: "0 */10 16-20 * * *", timezone: "Asia/Tokyo" };

const timesOf = (moments: readonly number[], schedule: Parameters<typeof pollTimes>[1]) =>
  [...pollTimes(moments, schedule, holiday)].map(japanMinute);

test("a moment on a tick is found by it, and one after it by the next", () => {
  expect(timesOf([at("2026-01-20", "16:30"), at("2026-01-20", "16:31")], every)).toEqual([
    "2026-01-20 16:30",
    "2026-01-20 16:40",
  ]);
});

test("moments before one tick are one poll", () => {
  const moments = [at("2026-01-20", "03:00"), at("2026-01-20", "15:59"), at("2026-01-20", "16:00")];
  expect(timesOf(moments, every)).toEqual(["2026-01-20 16:00"]);
});

test("a source that is polled on trading days alone waits over a holiday and a weekend", () => {
  const on = { ...every, on: "trading-days" } as const;
  expect(timesOf([at("2026-01-21", "16:30")], every)).toEqual(["2026-01-21 16:30"]);
  expect(timesOf([at("2026-01-21", "16:30"), at("2026-01-23", "20:51")], on)).toEqual([
    "2026-01-22 16:00",
    "2026-01-26 16:00",
  ]);
});

test("another time zone has its own ticks", () => {
  expect(timesOf([at("2026-01-20", "16:30")], { ...every, timezone: "UTC" })).toEqual(["2026-01-21 01:00"]);
});

test("a schedule that comes on closed days alone never polls", () => {
  const saturdays = { schedule: "0 0 12 * * 6", timezone: "Asia/Tokyo", on: "trading-days" } as const;
  expect(timesOf([at("2026-01-20")], saturdays)).toEqual([]);
});
