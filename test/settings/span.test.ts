import { expect, test } from "vitest";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import { askedSpan } from "../../src/settings/span.ts";

const now = Date.parse("2026-01-14T03:00:00Z");
// The Monday before is a holiday.
const calendar = createTradingCalendar(new Map([["2026-01-12", false]]));

const inWords = (since: string, until?: string) => {
  const { from, to } = askedSpan({ since, until }, now, calendar);
  return [new Date(from).toISOString(), new Date(to).toISOString()];
};

test.each([
  ["7d", undefined, "2026-01-07T03:00:00.000Z", "2026-01-14T03:00:00.000Z"],
  ["3bd", undefined, "2026-01-08T03:00:00.000Z", "2026-01-14T03:00:00.000Z"],
  ["2026-01-05", undefined, "2026-01-04T15:00:00.000Z", "2026-01-14T03:00:00.000Z"],
  ["2026-01-05", "2026-01-05", "2026-01-04T15:00:00.000Z", "2026-01-05T14:59:59.999Z"],
  ["2026-01-05T09:00+09:00", "1d", "2026-01-05T00:00:00.000Z", "2026-01-13T03:00:00.000Z"],
])("since %s until %s is counted from %s to %s", (since, until, from, to) => {
  expect(inWords(since, until)).toEqual([from, to]);
});

test("what is to come is not counted: an end in the future is now", () => {
  expect(inWords("2026-01-13", "2026-01-14")).toEqual([
    "2026-01-12T15:00:00.000Z",
    "2026-01-14T03:00:00.000Z",
  ]);
  expect(inWords("7d", "2026-12-31")).toEqual(["2026-01-07T03:00:00.000Z", "2026-01-14T03:00:00.000Z"]);
  expect(() => inWords("2026-02-01", "2026-02-03")).toThrow("--since 2026-02-01 is after now");
});

test.each([
  "",
  "yesterday",
  "2026-02-30",
  "90",
  "2026-01-05T09:00",
  "2026-13-05T09:00Z",
  "2026-02-30T09:00Z",
])("%j is refused", (since) => {
  expect(() => inWords(since)).toThrow(/--since takes 90d/);
});

test("an end before the beginning is refused", () => {
  expect(() => inWords("2026-01-10", "2026-01-09")).toThrow("--since 2026-01-10 is after --until");
  expect(() => inWords("2026-02-01")).toThrow("--since 2026-02-01 is after now");
});
