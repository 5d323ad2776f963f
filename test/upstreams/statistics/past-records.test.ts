import { describe, expect, test } from "vitest";
import { isWeekday } from "../../../src/model/dates.ts";
import {
  endsSince,
  lastDayOf,
  periodPublishedOn,
  rhythmOf,
} from "../../../src/upstreams/statistics/past-records.ts";
import type { SeriesFrequency } from "../../../src/upstreams/statistics/records.ts";

describe("the last day of a period", () => {
  test.each<[string, SeriesFrequency, string]>([
    ["2026", "CY", "2026-12-31"],
    ["2026", "FY", "2027-03-31"],
    ["2026-H1", "CH", "2026-06-30"],
    ["2026-H2", "CH", "2026-12-31"],
    ["2026-H1", "FH", "2026-09-30"],
    ["2026-H2", "FH", "2027-03-31"],
    ["2026-Q1", "Q", "2026-03-31"],
    ["2026-Q4", "Q", "2026-12-31"],
    ["2024-02", "M", "2024-02-29"],
    ["2026-12", "M", "2026-12-31"],
    ["2026-01-09", "W", "2026-01-09"],
    ["2026-01-09", "D", "2026-01-09"],
  ])("%s of %s is %s", (period, frequency, day) => {
    expect(lastDayOf(period, frequency)).toBe(day);
  });
});

describe("the estimate", () => {
  test("a month came out as many business days after its end as the newest one", () => {
    // There are seven weekdays from the 1st to the 9th of October.
    const rhythm = rhythmOf("M", "2026-09", "2026-10-09", isWeekday);
    expect(rhythm).toEqual({ frequency: "M", end: "2026-09-30", lag: 7 });
    expect(periodPublishedOn("2026-09-30", rhythm, isWeekday)).toBe("2026-10-09");
    expect(periodPublishedOn("2026-08-31", rhythm, isWeekday)).toBe("2026-09-09");
  });

  test("days came out on the next business day, whenever the series was updated last", () => {
    const rhythm = rhythmOf("D", "2026-10-09", "2026-10-20", isWeekday);
    expect(periodPublishedOn("2026-10-09", rhythm, isWeekday)).toBe("2026-10-12");
    const isOpen = (day: string) => isWeekday(day) && day !== "2026-10-12";
    expect(periodPublishedOn("2026-10-09", rhythm, isOpen)).toBe("2026-10-13");
  });

  test("an update of a series that ended long ago counts as 120 business days", () => {
    expect(rhythmOf("M", "2001-01", "2026-10-09", isWeekday).lag).toBe(120);
  });

  test("a period that is not over came out on its last day, or on the first business day after it", () => {
    const rhythm = rhythmOf("FY", "2026", "2026-05-15", isWeekday);
    expect(rhythm.lag).toBe(0);
    // Sunday, 31 March 2024.
    expect(periodPublishedOn("2024-03-31", rhythm, isWeekday)).toBe("2024-04-01");
  });

  test.each<[SeriesFrequency, string, string[]]>([
    ["D", "2026-01-06", ["2026-01-06", "2026-01-05", "2026-01-04"]],
    ["W", "2026-01-20", ["2026-01-20", "2026-01-13", "2026-01-06"]],
    ["M", "2026-03", ["2026-03-31", "2026-02-28", "2026-01-31"]],
    ["Q", "2026-Q1", ["2026-03-31", "2025-12-31", "2025-09-30"]],
    ["CH", "2026-H1", ["2026-06-30", "2025-12-31", "2025-06-30"]],
    ["FY", "2025", ["2026-03-31", "2025-03-31", "2024-03-31"]],
  ])("the ends of periods of %s go back from the newest", (frequency, newest, ends) => {
    const rhythm = rhythmOf(frequency, newest, undefined, isWeekday);
    expect([...endsSince(ends.at(-1) ?? "", rhythm)]).toEqual(ends);
  });
});
