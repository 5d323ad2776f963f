/** Conditions that cease by time alone and hold again before the next event: the rule fires again with that event. */
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../../src/model/event.ts";
import { live, report } from "../live.ts";

type Steps = [time: string, ...events: EventDraft[]][];

/** Steps of a day: each time with the values that come. */
const steps = (...of: [time: string, ...ratios: number[]][]): Steps =>
  of.map(([time, ...ratios]) => [`2026-01-05T${time}`, ...ratios.map((ratio) => report(ratio))]);

describe("it fires again where meanwhile", () => {
  test("an average ceased to be so much", () => {
    const said = live(
      "average: { of: now.ratio, within: 1h, at_least: 2 }",
      steps(["09:00", 3], ["09:10", 0.5], ["09:20", 3], ["09:30", 2], ["10:15", 2], ["10:18", 2]),
    );
    expect(said).toEqual([["fired 7203 3 of 1"], [], ["fired 7203 3 of 4"], [], ["fired 7203 2 of 7"], []]);
  });

  test("a sum of negative values too did", () => {
    const said = live(
      "sum: { of: now.ratio, within: 1h, at_least: 3 }",
      steps(["09:00", 3], ["09:10", -3], ["09:20", 4], ["10:15", 1], ["10:16", 1]),
    );
    expect(said).toEqual([["fired 7203 3 of 1"], [], ["fired 7203 4 of 4"], ["fired 7203 1 of 6"], []]);
  });

  test("a percentile did", () => {
    const said = live(
      "percentile: { of: now.ratio, rank: 50, within: 1h, at_least: 3 }",
      steps(["09:00", 3], ["09:10", 1], ["09:20", 3], ["10:15", 3], ["10:16", 3]),
    );
    expect(said).toEqual([["fired 7203 3 of 1"], [], ["fired 7203 3 of 4"], ["fired 7203 3 of 6"], []]);
  });

  test("a move was none against what was so long ago then", () => {
    const said = live(
      "moves: { of: now.ratio, by: 2, since: 1h }",
      steps(["09:00", 1], ["09:20", 4], ["09:40", 1], ["10:00", 4], ["10:50", 4], ["10:55", 4]),
    );
    expect(said).toEqual([[], [], [], ["fired 7203 4 of 4"], ["fired 7203 4 of 6"], []]);
  });

  test("a spike was none against what was usual then", () => {
    const said = live(
      "spike: { within: 1h, times: 2, against: { windows: 1 }, at_least: 6 }",
      steps(
        ["06:00", 1],
        ["07:10", 1, 1, 1],
        ["08:07", 1],
        ["09:00", 1, 1, 1, 1, 1, 2],
        ["09:12", 3],
        ["09:13", 4],
      ),
    );
    expect(said).toEqual([[], [], [], ["fired 7203 1 of 10"], ["fired 7203 3 of 13"], []]);
  });
});

test("values of the days without trading leave together: what is between them never was", () => {
  // The 5 and the -5 of a weekend leave with the end of Monday.
  const said = live("sum: { of: now.ratio, within: 1bd, at_least: 2 }", [
    ["2026-01-10T12:00", report(5)],
    ["2026-01-11T12:00", report(-5)],
    ["2026-01-12T12:00", report(2)],
    ["2026-01-13T09:00", report(1)],
  ]);
  expect(said).toEqual([["fired 7203 5 of 1"], [], ["fired 7203 2 of 4"], []]);
});

test("what has to last has to hold all the time", () => {
  const said = live(
    "sum: { of: now.ratio, within: 1h, at_least: 3 }\nfor: 55m",
    steps(["09:00", 3], ["09:10", -3], ["09:20", 4], ["10:15"], ["10:16", 5], ["11:11"]),
  );
  expect(said).toEqual([[], [], [], ["due"], [], ["due", "fired 7203 5 of 4"]]);
  const lasting = live(
    "sum: { of: now.ratio, within: 1h, at_least: 3 }\nfor: 30m",
    steps(["09:00", 3], ["09:10", -3], ["09:20", 4], ["09:50"]),
  );
  expect(lasting).toEqual([[], [], [], ["due", "fired 7203 4 of 3"]]);
});

test("what time alone tells again is not told once more by the next event", () => {
  const said = live(
    "sum: { of: now.ratio, within: 1h, at_most: 1 }",
    steps(["09:00", -2], ["09:10", 3], ["10:00"], ["10:10"], ["10:15", 0]),
  );
  expect(said).toEqual([[], [], ["due"], ["due", "fired 7203 3 of 2"], []]);
});

test("where time tells of one condition, another that ceased meanwhile is known to have", () => {
  const lines = "average: { of: now.ratio, within: 1h, at_least: 2 }\ncount: { within: 2h, at_most: 6 }";
  const said = live(
    lines,
    steps(["09:00", 3], ["09:10", 0.5], ["09:20", 3], ["09:30", 2], ["10:05"], ["10:15", 2], ["10:16", 2]),
  );
  // At 10:00 the average ceases; it holds again at 10:10.
  expect(said.map((each) => each.filter((line) => line !== "due"))).toEqual([
    ["fired 7203 3 of 1"],
    [],
    ["fired 7203 3 of 4"],
    [],
    [],
    ["fired 7203 2 of 7"],
    [],
  ]);
});
