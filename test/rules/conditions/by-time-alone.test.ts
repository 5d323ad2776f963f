/** Conditions that begin to hold without an event, since others leave their window. */
import { describe, expect, test } from "vitest";
import { live, report } from "../live.ts";

describe("too few", () => {
  test("is said when time makes it so, once, of the last event, with what is left", () => {
    const said = live(
      "count: { within: 10m, at_most: 2 }",
      [
        ["2026-01-05T09:00", report(1)],
        ["2026-01-05T09:01", report(1), report(2), report(3)],
        ["2026-01-05T09:10"],
        ["2026-01-05T09:11"],
        ["2026-01-05T09:30", report(4)],
        ["2026-01-05T09:31", report(5)],
      ],
      "{{ now.ratio }}, {{ found.count }} left",
    );
    expect(said).toEqual([[], [], [], ["due", "fired 3, 0 left of 4"], [], []]);
  });

  test("is no news of what only begins", () => {
    const said = live("count: { within: 10m, at_most: 2 }", [
      ["2026-01-05T09:00", report(1)],
      ["2026-01-05T10:00"],
    ]);
    expect(said).toEqual([[], []]);
  });

  test("may be nothing at all", () => {
    const said = live("count: { within: 26h, at_most: 0 }", [
      ["2026-01-05T09:00", report(1)],
      ["2026-01-06T10:59"],
      ["2026-01-06T11:00"],
      ["2026-01-07T11:00", report(2)],
      ["2026-01-08T13:00"],
    ]);
    expect(said).toEqual([[], [], ["due", "fired 7203 1 of 1"], [], ["due", "fired 7203 2 of 3"]]);
  });

  test("has to last anew where an event ended it that the rule is not about, also as the first of all", () => {
    const lines = "when: now.ratio > 1\ncount: { within: 10m, at_most: 2 }\nfor: 15m";
    const said = live(lines, [
      ["2026-01-05T09:00", report(0.5)],
      ["2026-01-05T09:01", report(2)],
      ["2026-01-05T09:16"],
    ]);
    expect(said).toEqual([[], [], ["due", "fired 7203 2 of 2"]]);
  });

  test("has to last where the rule says so, from when time made it so", () => {
    const said = live("count: { within: 10m, at_most: 1 }\nfor: 30m", [
      ["2026-01-05T09:00", report(1), report(2)],
      ["2026-01-05T09:10"],
      ["2026-01-05T09:30", report(3), report(4)],
      ["2026-01-05T09:40"],
      ["2026-01-05T10:10"],
    ]);
    expect(said).toEqual([[], ["due"], [], ["due"], ["due", "fired 7203 4 of 4"]]);
  });

  test("is looked at once a minute", () => {
    const published = (second: string) => ({ ...report(1), published: `2026-01-05T09:00:${second}+09:00` });
    const said = live("count: { within: 10m, at_most: 0 }", [
      ["2026-01-05T09:01", published("10"), published("50")],
      ["2026-01-05T09:10"],
      ["2026-01-05T09:11"],
    ]);
    expect(said).toEqual([[], [], ["due", "fired 7203 1 of 2"]]);
  });
});

test("what stops and holds again before it is looked at is told", () => {
  const published = (ratio: number, time: string) => ({
    ...report(ratio),
    published: `2026-01-05T${time}+09:00`,
  });
  const said = live("sum: { of: now.ratio, within: 1h, at_most: 1 }", [
    ["2026-01-05T09:01", published(-3, "09:00:10"), published(3, "09:00:40")],
    ["2026-01-05T09:30", published(1, "09:30:00")],
    // Between 10:00:10 and 10:00:40 the sum is 4.
    ["2026-01-05T10:00"],
    ["2026-01-05T10:01"],
    ["2026-01-05T10:02", published(0, "10:02:00")],
  ]);
  expect(said).toEqual([[], [], [], ["due", "fired 7203 1 of 3"], []]);
});

test("the least of what is left is seen when what was less leaves its window", () => {
  const said = live("minimum: { of: now.ratio, within: 2bd, at_least: 2 }", [
    ["2026-01-08T09:00", report(1)], // a Thursday
    ["2026-01-09T09:00", report(3)],
    ["2026-01-11T09:00"],
    ["2026-01-12T09:00"],
  ]);
  expect(said).toEqual([[], [], [], ["due", "fired 7203 3 of 2"]]);
});
