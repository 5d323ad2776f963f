/** Alerts that events end. */
import { describe, expect, test } from "vitest";
import { live, report } from "../live.ts";

test("an alert is said once until an event ends it", () => {
  const said = live("when: now.ratio > 2\nuntil: now.ratio < 1", [
    ["2026-01-05T09:00", report(3)],
    ["2026-01-05T09:01", report(4), report(5, "6758")],
    ["2026-01-05T09:02", report(1.5)],
    ["2026-01-05T09:03", report(0.9)],
    ["2026-01-05T09:04", report(0.8)],
    ["2026-01-05T09:05", report(6)],
  ]);
  expect(said).toEqual([
    ["fired 7203 3 of 1"],
    ["fired 6758 5 of 4"],
    [],
    ["resolved 7203 3 of 7"],
    [],
    ["fired 7203 6 of 10"],
  ]);
});

test("an alert that time began is ended by an event, too", () => {
  const said = live("absent: { for: 1h }\nuntil: 'true'", [
    ["2026-01-05T09:00", report(3)],
    ["2026-01-05T10:00"],
    ["2026-01-05T11:00"],
    ["2026-01-05T11:30", report(4)],
    ["2026-01-05T12:30", report(5)],
  ]);
  expect(said).toEqual([
    [],
    ["due", "fired 7203 3 of 1"],
    [],
    ["resolved 7203 3 of 3"],
    ["due", "fired 7203 4 of 3", "resolved 7203 4 of 5"],
  ]);
});

test("an event for which `when` is false ends an alert as well", () => {
  const said = live("when: now.ratio > 2\ncount: { within: 1h, at_least: 2 }\nuntil: now.ratio < 1", [
    ["2026-01-05T09:00", report(3), report(4)],
    ["2026-01-05T09:01", report(0.9)],
    ["2026-01-05T10:30", report(3)],
    ["2026-01-05T10:31", report(3)],
  ]);
  expect(said).toEqual([["fired 7203 4 of 2"], ["resolved 7203 4 of 4"], [], ["fired 7203 3 of 7"]]);
});

test("an alert that was held back is not said to be over", () => {
  const said = live("when: now.ratio > 1\ncooldown: 1h\nuntil: now.ratio < 0.8", [
    ["2026-01-05T09:00", report(2)],
    ["2026-01-05T09:10", report(0.6)],
    ["2026-01-05T09:20", report(3)],
    ["2026-01-05T09:30", report(0.6)],
    ["2026-01-05T10:00", report(4)],
    ["2026-01-05T10:10", report(0.6)],
  ]);
  expect(said).toEqual([
    ["fired 7203 2 of 1"],
    ["resolved 7203 2 of 3"],
    [],
    [],
    ["fired 7203 4 of 7"],
    ["resolved 7203 4 of 9"],
  ]);
});

test("what ends an alert is seen by its conditions, too", () => {
  const said = live("crosses: { of: now.ratio, above: 2 }\nuntil: now.ratio < 1", [
    ["2026-01-05T09:00", report(3)],
    ["2026-01-05T09:01", report(0.9)],
    ["2026-01-05T09:02", report(3)],
  ]);
  expect(said).toEqual([["fired 7203 3 of 1"], ["resolved 7203 3 of 3"], ["fired 7203 3 of 5"]]);
});

describe("an event for which `until` holds asks for nothing", () => {
  test("where no alert is open", () => {
    const said = live("when: now.ratio > 0.5\nuntil: now.ratio < 1", [
      ["2026-01-05T09:00", report(0.8)],
      ["2026-01-05T09:01", report(2)],
      ["2026-01-05T09:02", report(0.9)],
      ["2026-01-05T09:03", report(0.7)],
      ["2026-01-05T09:04", report(3)],
    ]);
    expect(said).toEqual([[], ["fired 7203 2 of 2"], ["resolved 7203 2 of 4"], [], ["fired 7203 3 of 7"]]);
  });

  test("where its conditions begin to hold with it, nor later for that", () => {
    const said = live("count: { within: 1h, at_least: 2 }\nuntil: now.ratio < 1", [
      ["2026-01-05T09:00", report(2)],
      ["2026-01-05T09:01", report(0.8)],
      ["2026-01-05T09:02", report(3)],
      ["2026-01-05T11:00", report(4)],
      ["2026-01-05T11:01", report(5)],
    ]);
    expect(said).toEqual([[], [], [], [], ["fired 7203 5 of 5"]]);
  });

  test("and nothing that lasts begins with it, or goes on over it", () => {
    const said = live("for: 10m\nuntil: now.ratio < 1", [
      ["2026-01-05T09:00", report(0.8)],
      ["2026-01-05T09:10"],
      ["2026-01-05T09:20", report(2)],
      ["2026-01-05T09:25", report(0.9)],
      ["2026-01-05T09:30"],
      ["2026-01-05T09:40", report(3)],
      ["2026-01-05T09:50", report(0.9)],
    ]);
    expect(said).toEqual([[], [], [], [], [], [], ["due", "fired 7203 3 of 4", "resolved 7203 3 of 5"]]);
  });

  test("also where conditions go on to hold: they have to last anew", () => {
    const said = live("count: { within: 2h, at_least: 2 }\nfor: 10m\nuntil: now.ratio < 1", [
      ["2026-01-05T09:00", report(2), report(3)],
      ["2026-01-05T09:05", report(0.9)],
      ["2026-01-05T09:10"],
      ["2026-01-05T09:20", report(4)],
      ["2026-01-05T09:30"],
    ]);
    expect(said).toEqual([[], [], [], [], ["due", "fired 7203 4 of 4"]]);
  });
});
