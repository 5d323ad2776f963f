/** Alerts that time brings about: what lasts, what stays away, and polls that come late. */
import { describe, expect, test } from "vitest";
import { live, report } from "../live.ts";

test("what holds for so long is said when that is over, of the event with which it began", () => {
  const said = live("when: now.ratio > 1\nfor: 10m", [
    ["2026-01-05T09:00", report(2)],
    ["2026-01-05T09:05", report(3)],
    ["2026-01-05T09:09"],
    ["2026-01-05T09:10"],
    ["2026-01-05T09:30", report(4)],
    ["2026-01-05T10:00"],
  ]);
  expect(said).toEqual([[], [], [], ["due", "fired 7203 2 of 1"], [], []]);
});

test("what ceases to hold before is not said, and begins anew", () => {
  const said = live("when: now.ratio > 1\nfor: 10m", [
    ["2026-01-05T09:00", report(2)],
    ["2026-01-05T09:05", report(1)],
    ["2026-01-05T09:20"],
    ["2026-01-05T09:30", report(3)],
    ["2026-01-05T09:45", report(0.6)],
  ]);
  // The moment had come before the event that ended it.
  expect(said).toEqual([[], [], [], [], ["due", "fired 7203 3 of 3"]]);
});

test("nothing for so long is said once, until something comes again", () => {
  const said = live("absent: { for: 26h }", [
    ["2026-01-05T09:00", report(2)],
    ["2026-01-06T08:00", report(3)],
    ["2026-01-07T09:59"],
    ["2026-01-07T10:00"],
    ["2026-01-09T10:00"],
    ["2026-01-09T11:00", report(1)],
    ["2026-01-10T13:00"],
  ]);
  expect(said).toEqual([[], [], [], ["due", "fired 7203 3 of 2"], [], [], ["due", "fired 7203 1 of 4"]]);
});

test("all that was due is said before what comes next, however much it is", () => {
  const codes = Array.from({ length: 600 }, (_, at) => String(1000 + at));
  const said = live("absent: { for: 1h }", [
    ["2026-01-05T09:00", ...codes.map((code) => report(2, code))],
    ["2026-01-05T10:01", report(3, "1599")],
  ]);
  expect(said[1]).toHaveLength(601);
  expect(said[1]).toContain("fired 1599 2 of 600");
});

test("what is due again at once is said with the rest", () => {
  const said = live('absent: { by: "18:00" }', [
    ["2026-01-05T09:00", report(2)],
    ["2026-01-08T09:00", report(3)],
  ]);
  expect(said).toEqual([[], ["due", "fired 7203 2 of 1", "fired 7203 2 of 1"]]);
});

test("nothing by a time is said on each trading day without anything, from the day after on", () => {
  const said = live('absent: { by: "18:00", on: trading-days }', [
    ["2026-01-09T10:00", report(2)], // a Friday
    ["2026-01-09T18:00"],
    ["2026-01-10T18:00"],
    ["2026-01-12T17:59"],
    ["2026-01-12T18:00"],
    ["2026-01-13T18:00"],
    ["2026-01-14T10:00", report(3)],
    ["2026-01-14T18:00"],
    ["2026-01-15T18:00"],
  ]);
  const fired = (title: string) => ["due", `fired ${title}`];
  const first = fired("7203 2 of 1");
  expect(said).toEqual([[], [], [], [], first, first, [], [], fired("7203 3 of 4")]);
});

test("a report that is published by day and read a week later asks for nothing of the days between", () => {
  const published = { ...report(2), published: "2026-01-13" };
  const said = live('absent: { by: "18:00", on: trading-days }', [
    ["2026-01-20T10:00", published],
    ["2026-01-20T18:00"],
    ["2026-01-21T17:59"],
    ["2026-01-21T18:00"],
    ["2026-01-22T10:00", { ...published, published: "2026-01-14" }],
    ["2026-01-22T18:00"],
  ]);
  expect(said).toEqual([[], [], [], ["due", "fired 7203 2 of 1"], [], []]);
});

test("an event older than the newest puts nothing off, and asks for nothing of its own", () => {
  const published = (ratio: number, time: string) => ({
    ...report(ratio),
    published: `2026-01-05T${time}:00+09:00`,
  });
  const said = live("absent: { for: 1h }", [
    ["2026-01-05T12:00", published(1, "12:00")],
    ["2026-01-05T12:30", published(2, "10:00")],
    ["2026-01-05T13:00"],
    ["2026-01-05T13:10", published(3, "11:00")],
    ["2026-01-05T13:20", published(4, "13:20")],
    ["2026-01-05T14:20"],
  ]);
  const fired = (title: string) => ["due", `fired ${title}`];
  expect(said).toEqual([[], [], fired("7203 1 of 1"), [], [], fired("7203 4 of 5")]);
});

test("what holds no more when its time is over is not said", () => {
  const said = live("count: { within: 10m, at_least: 2 }\nfor: 15m", [
    ["2026-01-05T09:00", report(1), report(1)],
    ["2026-01-05T09:15"],
    ["2026-01-05T09:20", report(1), report(1)],
    ["2026-01-05T09:28", report(1), report(1)],
    ["2026-01-05T09:35"],
  ]);
  expect(said).toEqual([[], ["due"], [], [], ["due", "fired 7203 1 of 4"]]);
});

test("of what a service publishes by day, time passes from when it was seen", () => {
  const published = { ...report(1), published: "2026-01-05" };
  const said = live("absent: { for: 26h }", [
    ["2026-01-05T17:00", published],
    ["2026-01-06T02:00"],
    ["2026-01-06T19:00"],
  ]);
  expect(said).toEqual([[], [], ["due", "fired 7203 1 of 1"]]);
});

test("of what a service publishes by day, windows move on from when it was seen, too", () => {
  const published = { ...report(1), published: "2026-01-05" };
  const said = live("count: { within: 12h, at_least: 2 }\nfor: 1h", [
    ["2026-01-05T17:30", published, published],
    ["2026-01-05T18:30"],
    ["2026-01-06T17:30", { ...published, published: "2026-01-06" }],
  ]);
  expect(said).toEqual([[], ["due", "fired 7203 1 of 2"], []]);
});

describe("a poll that comes late judges as one in time", () => {
  const published = (ratio: number, time: string) => ({
    ...report(ratio),
    published: `2026-01-05T${time}:00+09:00`,
  });

  test("where what holds for so long is over within it", () => {
    const lasting = "when: now.ratio > 1\nfor: 10m";
    const inTime = live(lasting, [["2026-01-05T09:30", published(2, "09:00"), published(0.5, "09:15")]]);
    expect(inTime).toEqual([["fired 7203 2 of 1"]]);
    const tooSoon = live(lasting, [["2026-01-05T09:30", published(2, "09:00"), published(0.5, "09:09")]]);
    expect(tooSoon).toEqual([[]]);
  });

  test("where nothing came for so long within it", () => {
    const said = live("absent: { for: 1h }\ncooldown: 2h", [
      ["2026-01-05T12:00", published(1, "09:00"), published(2, "10:30"), published(3, "11:59")],
      ["2026-01-05T13:00"],
    ]);
    expect(said).toEqual([["fired 7203 1 of 1"], ["due", "fired 7203 3 of 3"]]);
  });
});
