import { describe, expect, it } from "vitest";
import { parseLate } from "../../../src/simulator/world/publication-times.ts";
import { createWorld } from "../../../src/simulator/world/world.ts";

const startDate = "2027-04-01";
const open = (late: string[] = []) =>
  createWorld({ seed: 1, startDate, realTime: true, late: late.map(parseLate) });

describe("publications in real time", () => {
  const { calendar, margins, shorts, statistics } = open();
  const at = (text: string) => calendar.momentAt(Date.parse(`${text}:00+09:00`));
  it("come out at their hours in Japan, not before", () => {
    expect(margins.publication(0, at("2027-04-01T16:29"))).toEqual([]);
    expect(margins.publication(0, at("2027-04-01T16:30")).length).toBeGreaterThan(0);
    expect(shorts.publication(0, at("2027-04-01T17:29"))).toEqual([]);
    expect(shorts.publication(0, at("2027-04-01T17:30")).length).toBeGreaterThan(0);
    const [series] = statistics.series("FM08") ?? [];
    if (!series) throw new Error("no series");
    const newest = (text: string) => statistics.span(series, at(text)).last;
    expect([newest("2027-04-02T08:49"), newest("2027-04-02T08:50")]).toEqual([20270331, 20270401]);
  });
});

describe("late publications", () => {
  const { calendar, margins, shorts, statistics } = open([
    "margin-alert:2027-04-05:19:40",
    "short-sale-report:2027-04-09:2027-04-12T09:10",
    "statistics:2027-04-13:11:05",
  ]);
  const at = (text: string) => calendar.momentAt(Date.parse(`${text}:00+09:00`));
  const day = calendar.dayFrom;
  it("come out when they are let go, the days around them as ever", () => {
    expect(margins.publication(day("2027-04-05"), at("2027-04-05T19:39"))).toEqual([]);
    expect(margins.publication(day("2027-04-05"), at("2027-04-05T19:40"))).not.toEqual([]);
    expect(margins.publication(day("2027-04-06"), at("2027-04-06T16:30"))).not.toEqual([]);
    expect(shorts.lastDay(at("2027-04-10T12:00"))).toBe(day("2027-04-08"));
    expect(shorts.publication(day("2027-04-09"), at("2027-04-12T09:09"))).toEqual([]);
    expect(shorts.publication(day("2027-04-09"), at("2027-04-12T09:10"))).not.toEqual([]);
    const [series] = statistics.series("FM08") ?? [];
    if (!series) throw new Error("no series");
    expect(calendar.dateOf(statistics.updatedOn(series, at("2027-04-13T11:04")))).toBe("2027-04-12");
    expect(calendar.dateOf(statistics.updatedOn(series, at("2027-04-13T11:05")))).toBe("2027-04-13");
  });
  it.each([
    ["a holiday's", "margin-alert:2027-04-29:19:00"],
    ["one let go on a holiday", "margin-alert:2027-04-28:2027-04-29T19:00"],
    ["one let go at night", "statistics:2027-04-28:03:00"],
    ["one let go before its day", "statistics:2027-04-28:2027-04-27T19:00"],
    ["one let go after two days", "statistics:2027-04-26:2027-04-28T10:00"],
    ["an unknown one", "bars:2027-04-28:19:00"],
    ["one without a time", "margin-alert:2027-04-28"],
  ])("refuses %s", (_, text) => {
    expect(() => open([text])).toThrow(RangeError);
  });
});
