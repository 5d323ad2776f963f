import { expect, test } from "vitest";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import { addDays } from "../../src/model/dates.ts";
import { hasPublication, type PublicationDays } from "../../src/model/publication-days.ts";

/** January 2026 begins with a Thursday; the first days and Monday the 12th are closed, and so is Friday the 23rd. */
const closed = ["2026-01-01", "2026-01-02", "2026-01-12", "2026-01-23"];
const calendar = createTradingCalendar(new Map(closed.map((day) => [day, false])));

function daysOf(days: PublicationDays | undefined): string[] {
  const all = Array.from({ length: 31 }, (_, at) => addDays("2026-01-01", at));
  return all.filter((day) => hasPublication(day, days, calendar)).map((day) => day.slice(8));
}

test.each<[string, PublicationDays, string[]]>([
  ["the last trading day of a week", { every: "week", on: "last" }, ["09", "16", "22", "30"]],
  ["a weekday, or the trading day after it", { every: "week", on: { weekday: 1 } }, ["05", "13", "19", "26"]],
  ["a weekday before a weekend", { every: "week", on: { weekday: 5 } }, ["05", "09", "16", "26", "30"]],
  ["a trading day of a week", { every: "week", on: { tradingDay: 2 } }, ["06", "14", "20", "27"]],
  ["more trading days than a week has", { every: "week", on: { tradingDay: 5 } }, ["09", "16", "22", "30"]],
  ["a day of the month", { every: "month", on: { day: 12 } }, ["13"]],
  ["a day that the month before lacks", { every: "month", on: { day: 1 } }, ["05"]],
  ["a day after the end of the month", { every: "month", on: { day: 31 } }, []],
  ["a trading day of the month", { every: "month", on: { tradingDay: 5 } }, ["09"]],
  ["more trading days than there are", { every: "month", on: { tradingDay: 23 } }, ["30"]],
  ["the last trading day of the month", { every: "month", on: "last" }, ["30"]],
])("%s has a publication", (_, days, expected) => {
  expect(daysOf(days)).toEqual(expected);
});

test("each trading day has one where nothing else is said", () => {
  expect(daysOf(undefined)).toHaveLength(31 - 9 - closed.length);
});

test("a month without the day has its last one, or the trading day after it", () => {
  const isDue = (day: string) => hasPublication(day, { every: "month", on: { day: 31 } }, calendar);
  expect(["2026-02-02", "2026-02-27", "2026-03-02"].filter(isDue)).toEqual(["2026-02-02", "2026-03-02"]);
});
