/** Events that come after others of a later time, or after time alone has gone past their own. */
import { describe, expect, test } from "vitest";
import { live, report } from "../live.ts";

const day = "2026-01-05";
const published = (ratio: number, time: string, seller = "Example Capital") => {
  const { now } = report(ratio).data;
  const at = `${day}T${time.length === 5 ? `${time}:00` : time}+09:00`;
  return { ...report(ratio), published: at, data: { now: { ...now, seller } } };
};
type Came = readonly [seen: string, ...reports: ReturnType<typeof report>[]];
/** Alerts of each step. */
const told = (lines: string, steps: readonly Came[]) =>
  live(
    lines,
    steps.map(([seen, ...reports]) => [`${day}T${seen}`, ...reports]),
  ).map((lines) => lines.filter((line) => line !== "due"));

describe("what begins by time alone is told although time has gone past it", () => {
  // At 10:00 and at 10:01, seen an hour later; at 10:05 the first of them leaves.
  test.each([
    ["sum: { of: now.ratio, within: 5m, at_most: 3 }", [1.5, 2]],
    ["maximum: { of: now.ratio, within: 5m, at_most: 3 }", [5, 2]],
    ["minimum: { of: now.ratio, within: 5m, at_least: 3 }", [2, 3]],
    ["count: { within: 5m, at_most: 1 }", [1, 2]],
    ["distinct: { of: now.ratio, within: 5m, at_most: 1 }", [1, 2]],
    ["sum: { of: now.ratio, within: { tumbling: 5m }, at_most: 3 }", [1.5, 2]],
    ["count: { within: { tumbling: 5m }, at_most: 1 }", [1, 2]],
    ["count: { within: { session: 5m }, at_most: 1 }", [1, 2]],
  ])("%s", (lines, [first = 0, second = 0]) => {
    const [one, other] = [published(first, "10:00"), published(second, "10:01")];
    const atOnce = told(lines, [["11:07", one, other], ["11:09"]]).flat();
    const oneByOne = told(lines, [["11:07", one], ["11:08", other], ["11:09"]]).flat();
    expect(oneByOne.at(-1)).toBe(`fired 7203 ${second} of 2`);
    expect(oneByOne.at(-1)).toEqual(atOnce.at(-1));
  });

  test("of what is published by day", () => {
    const byDay = { ...report(1), published: day };
    const said = told("count: { within: { tumbling: 1h }, at_most: 2 }", [
      ["12:08", byDay],
      ["14:09", byDay],
      ["14:10", byDay],
      ["15:09"],
      ["15:10"],
    ]);
    expect(said).toEqual([[], [], [], [], ["fired 7203 1 of 3"]]);
  });

  test("again where an event between made it cease", () => {
    const said = told("count: { within: 10m, at_most: 1 }", [
      ["10:00", published(1, "10:00"), published(2, "10:00")],
      ["10:10"],
      ["10:20", published(3, "10:05")],
      ["10:21"],
      ["10:22"],
    ]);
    expect(said).toEqual([[], ["fired 7203 2 of 2"], [], ["fired 7203 3 of 4"], []]);
    const older = told("count: { within: 10m, at_most: 1 }", [
      ["10:05", published(1, "10:00"), published(2, "10:05")],
      ["10:10"],
      ["10:20", published(3, "10:04")],
      ["10:21"],
      ["10:22"],
    ]);
    expect(older).toEqual([[], ["fired 7203 2 of 2"], [], ["fired 7203 3 of 4"], []]);
  });

  test("and not again where an event between changes nothing", () => {
    const said = told("sum: { of: now.ratio, within: 5m, at_most: 3 }", [
      ["10:00", published(1.5, "10:00")],
      ["10:01", published(2, "10:01")],
      ["10:05"],
      ["10:20", published(-1, "10:00:30")],
      ["10:21"],
    ]);
    expect(said).toEqual([[], [], ["fired 7203 2 of 2"], [], []]);
  });

  test("of the last event that played a part", () => {
    const said = told("count: { within: 5m, at_most: 1 }", [
      ["10:01", published(1, "10:00"), published(2, "10:01")],
      ["10:03", published(3, "09:50")],
      ["10:05"],
    ]);
    expect(said).toEqual([[], [], ["fired 7203 2 of 2"]]);
  });
});

describe("what late events make hold is counted from the newest, up to which they are looked at", () => {
  const two = "count: { within: 2h, at_least: 2 }";

  test("for so long", () => {
    const said = told(`${two}\nfor: 1h`, [
      ["10:00", published(1, "10:00")],
      ["10:20", published(2, "09:30")],
      ["10:59"],
      ["11:00"],
    ]);
    expect(said).toEqual([[], [], [], ["fired 7203 2 of 2"]]);
    const inTime = told(`${two}\nfor: 1h`, [
      ["10:20", published(2, "09:30"), published(1, "10:00")],
      ["11:00"],
    ]);
    expect(inTime).toEqual([[], ["fired 7203 1 of 2"]]);
  });

  test("until nothing came for so long, which older ones do not put off", () => {
    const said = told(`${two}\nabsent: { for: 1h }`, [
      ["10:00", published(1, "10:00")],
      ["10:20", published(2, "09:30")],
      ["10:40", published(3, "09:45")],
      ["10:59"],
      ["11:00"],
    ]);
    expect(said).toEqual([[], [], [], [], ["fired 7203 2 of 2"]]);
  });

  test("of what is published by day, from when the later of them was seen", () => {
    const byDay = (date: string) => ({ ...report(1), published: date });
    const said = live("count: { within: 3d, at_least: 2 }\nfor: 1h", [
      ["2026-01-16T18:00", byDay("2026-01-16")],
      ["2026-01-17T09:00", byDay("2026-01-15")],
      ["2026-01-17T09:59"],
      ["2026-01-17T10:00"],
    ]);
    expect(said).toEqual([[], [], [], ["due", "fired 7203 1 of 2"]]);
  });

  test("but without conditions from its own time", () => {
    const said = told("when: now.ratio >= 1\nfor: 1h", [
      ["10:20", published(0, "10:20")],
      ["10:25", published(1, "10:00")],
      ["10:59"],
      ["11:00"],
    ]);
    expect(said).toEqual([[], [], [], ["fired 7203 1 of 2"]]);
  });
});

describe("what time alone had ended goes on with an event of before that end", () => {
  // The first of them keep the session until 10:06; what is seen after 11:00 came at 10:05.
  const steps: readonly Came[] = [
    ["10:01", published(1, "10:00"), published(2, "10:01")],
    ["10:10"],
    ["11:00", published(3, "10:05")],
    ["11:30"],
    ["11:31", published(4, "11:31"), published(5, "11:31")],
    ["12:30"],
  ];

  test.each([
    "count: { within: { session: 5m }, at_least: 2 }",
    "count: { within: { session: 5m }, at_least: 2, at_most: 5 }",
  ])("so that it is not told again: %s", (lines) => {
    expect(told(lines, steps)).toEqual([["fired 7203 2 of 2"], [], [], [], ["fired 7203 5 of 6"], []]);
  });

  test("and has lasted since it began, where its wait was not over by then", () => {
    const lines = "count: { within: { session: 5m }, at_least: 2, at_most: 9 }\nfor: 20m";
    const said = told(lines, [
      ["10:01", published(1, "10:00"), published(2, "10:01")],
      ["10:10"],
      ["10:16", published(3, "10:05"), published(4, "10:10"), published(5, "10:15")],
      ["10:20", published(6, "10:18")],
      ["10:21"],
    ]);
    expect(said).toEqual([[], [], [], [], ["fired 7203 2 of 2"]]);
  });

  test("and has to last anew where the end of its wait went by meanwhile", () => {
    const lines = (minutes: number) =>
      `count: { within: { session: 5m }, at_least: 2, at_most: 5 }\nfor: ${minutes}m`;
    // Its end was at 10:09. With the late one it lasts from 10:05 to 10:10.
    expect(told(lines(8), steps).flat()).toEqual([]);
    const longer = steps.with(2, ["11:00", published(3, "10:05"), published(4, "10:09")]);
    expect(told(lines(8), longer)).toEqual([[], [], [], ["fired 7203 3 of 3"], [], []]);
  });

  test("which an event that plays no part does not bring about", () => {
    const byDay = (ratio: number, date: string) => ({ ...report(ratio), occurred: date });
    const said = live(
      "clock: occurred\nmaximum: { of: now.ratio, within: { tumbling: 10m }, at_least: 0, at_most: 2 }\nfor: 1h",
      [
        ["2026-11-13T09:00", byDay(0, "2026-11-12")],
        ["2026-11-13T10:05"],
        ["2026-11-13T10:23", byDay(0, "2026-11-12")],
        ["2026-11-13T10:24", byDay(5, "2026-11-08")],
        ["2026-11-13T11:30"],
      ],
    );
    expect(said.flat().filter((line) => line !== "due")).toEqual([]);
  });

  test("but not with one of after it", () => {
    const after = steps.with(2, ["11:00", published(3, "10:20"), published(4, "10:21")]);
    const [, , said] = told("count: { within: { session: 5m }, at_least: 2, at_most: 5 }", after);
    expect(said).toEqual(["fired 7203 4 of 5"]);
  });
});

test("what is seen after a sequence is complete, and came before its end, may make another one", () => {
  const grew = (least: number) => `{ on: short.report.increased, when: now.ratio >= ${least} }`;
  const said = told(`sequence: { steps: [${grew(1)}, ${grew(2)}], within: 30m }`, [
    ["10:40", published(1, "10:20"), published(2, "10:30")],
    ["10:50", published(1, "10:00"), published(2, "10:10")],
  ]);
  expect(said).toEqual([["fired 7203 2 of 2"], ["fired 7203 2 of 5"]]);
});
