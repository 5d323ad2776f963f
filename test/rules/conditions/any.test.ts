/** Moments at which `any` begins and stops: as its maps do, by events that count for some of them, or by time. */
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../../src/model/event.ts";
import { live, report } from "../live.ts";

/** A report of so many shares, or without a ratio, by the day or moment that it is about. */
const of = (ratio: number | undefined, shares = 1, occurred?: string): EventDraft => {
  const { now } = report(ratio ?? 0).data;
  const { ratio: _, ...others } = now as { ratio: number };
  const data = { now: ratio === undefined ? { ...others, shares } : { ...others, ratio, shares } };
  return { ...report(0), data, ...(occurred && { occurred }) } as EventDraft;
};
const at = (time: string) => `2026-01-05T${time}`;

/** Whether a rule says something at each step. */
const fires = (lines: string, steps: Parameters<typeof live>[1]) =>
  live(lines, steps, "fired").map((said) => said.some((line) => line.startsWith("fired")));

describe("`any` begins by time", () => {
  const few = "count: { within: 20m, below: 1 }";
  const steps = [
    [at("09:00"), of(8)],
    [at("09:05"), of(5)],
    [at("09:15")],
    [at("09:24")],
    [at("09:25")],
    [at("09:40")],
  ] as const;
  const told = [false, false, false, false, true, false];

  test.each([
    ["alone, without `any`", few],
    ["as the only map", `any: [{ ${few} }]`],
    [
      "after another map that held and stopped meanwhile",
      `any: [{ ${few} }, { average: { of: now.ratio, within: 10m, above: 0 } }]`,
    ],
    [
      "after one that begins and stops by time, too",
      `any: [{ ${few} }, { count: { name: b, within: { tumbling: 10m }, at_least: 1 } }]`,
    ],
  ])("%s", (_, lines) => {
    expect(fires(lines, steps)).toEqual(told);
  });

  test("and not where another map held just before", () => {
    const lines = `any: [{ ${few} }, { average: { of: now.ratio, within: 25m, above: 0 } }]`;
    expect(fires(lines, steps)).toEqual(steps.map(() => false));
  });

  test("and not where time has another map hold again just before", () => {
    const average = "average: { of: now.ratio, within: 10m, at_least: 4 }";
    const lines = `any: [{ count: { within: 11m, below: 2 } }, { ${average} }]`;
    const drafts = [
      [at("09:00"), of(9)],
      [at("09:04"), of(0)],
      [at("09:05"), of(5)],
    ] as const;
    // The average is 2.5 at 09:10, 5 at 09:14 and none at 09:15, when one of three is left in the 11 minutes.
    const all = [...drafts, [at("09:14")], [at("09:15")], [at("09:20")]] as const;
    expect(fires(lines, all)).toEqual(all.map(() => false));
  });

  test.each([1, 1_500])("however many events leave meanwhile: %d", (count) => {
    const start = Date.parse("2026-01-05T09:00:00+09:00");
    const drafts = Array.from({ length: count }, (_, place) => ({
      ...of(1),
      published: new Date(start + place * 20).toISOString(),
    }));
    const steps = [[at("09:10"), ...drafts], [at("09:20")], [at("09:21")]] as const;
    for (const lines of [
      few,
      `any: [{ ${few} }]`,
      `any: [{ ${few} }, { crosses: { of: now.ratio, above: 9 } }]`,
    ])
      expect([lines, fires(lines, steps)]).toEqual([lines, [false, count === 1, count > 1]]);
  });

  test("and its wait", () => {
    const lines =
      "any: [{ sum: { of: now.ratio, within: 1h, at_least: 3 } }, { count: { within: 2h, at_most: 0 } }]\nfor: 30m";
    const first = [at("08:59"), of(0)] as const;
    const said = fires(lines, [first, [at("09:00"), of(3)], [at("09:30")], [at("11:00")], [at("11:30")]]);
    expect(said).toEqual([false, false, true, false, true]);
  });
});

describe("a map of lasting conditions is asked at every moment", () => {
  // The sum of nothing is 0, and the event counts for no sum.
  const sum = "sum: { of: now.ratio, within: 10m, at_least: 0, when: now.shares >= 2 }";
  const count = "count: { within: 1h, at_least: 1 }";

  test.each([
    ["beside the other condition", `${sum}\n${count}`],
    ["in a map beside the other condition", `any: [{ ${sum} }]\n${count}`],
    [
      "in a map beside another map",
      `any: [{ ${sum} }, { count: { name: many, within: 1h, at_least: 5 } }]\n${count}`,
    ],
    [
      "in a map beside another map, by itself",
      `any: [{ ${sum} }, { count: { name: many, within: 1h, at_least: 5 } }]`,
    ],
  ])("%s", (_, lines) => {
    expect(fires(lines, [[at("09:00"), of(-3)]])).toEqual([true]);
  });

  test("also at an event that all maps ignore", () => {
    const lines =
      "any: [{ maximum: { of: now.ratio, within: 1h, at_least: 2 } }]\ncount: { within: 1h, at_least: 2 }";
    expect(
      fires(lines, [
        [at("09:00"), of(3)],
        [at("09:01"), of(undefined)],
      ]),
    ).toEqual([false, true]);
  });

  test("but not with an event that is too late for what holds in it", () => {
    const late = (minutes: string) => ({ ...of(1), published: `${at(minutes)}:00+09:00` });
    const plain = "maximum: { of: now.ratio, within: 10m, at_least: 1 }";
    const many = "count: { within: 1h, at_least: 2 }";
    const steps = [
      [at("09:30"), of(1)],
      [at("09:31"), late("09:10")],
    ] as const;
    expect(fires(`${plain}\n${many}`, steps)).toEqual([false, false]);
    expect(fires(`any: [{ ${plain} }]\n${many}`, steps)).toEqual([false, false]);
  });
});

test("a map that an event comes too late for is shown as it is by now, and not as it was", () => {
  const lines = `clock: occurred
any:
  - unseen: { of: now.ratio, within: 1h }
  - minimum: { name: few, of: now.ratio, within: 10m, at_least: 9, when: now.shares >= 2 }`;
  const steps = [
    [at("09:00"), of(5, 2, `${at("09:00")}:00+09:00`)],
    [at("09:30"), of(5, 1, `${at("09:30")}:00+09:00`)],
    [at("09:40"), of(7, 2, `${at("08:45")}:00+09:00`)],
  ] as const;
  expect(live(lines, steps, "{{ now.ratio }} {{ found.few.minimum }}")).toEqual([
    ["fired 5 5 of 1"],
    ["due"],
    ["fired 7 – of 4"],
  ]);
});

describe("an event that counts for nothing changes nothing", () => {
  const maximum = "maximum: { of: now.ratio, within: 2d, at_least: 0.5 }";
  const steps = [
    ["2026-11-18T06:00", of(6)],
    ["2026-11-20T06:02", of(undefined)],
    ["2026-11-21T06:00", of(7.5, 1, "2026-11-20T00:02:00+09:00")],
  ] as const;

  test.each([
    ["without `any`", maximum],
    ["where all maps of `any` ignore it", `any: [{ ${maximum} }]`],
  ])("%s", (_, condition) => {
    expect(fires(`clock: occurred\n${condition}`, steps)).toEqual([true, false, false]);
    expect(fires(`clock: occurred\n${condition}`, steps.toSpliced(1, 1))).toEqual([true, false]);
  });

  test("where a condition has a `when` of its own", () => {
    const lines =
      "clock: occurred\npercentile: { of: now.ratio, rank: 10, within: { session: 12h }, at_most: 1, when: now.shares >= 2 }";
    const all = [
      ["2026-11-14T04:00", of(0.5, 2)],
      ["2026-11-15T03:00", of(0)],
      ["2026-11-15T15:00", of(1.5, 2, "2026-11-14T09:00:00+09:00")],
    ] as const;
    expect(fires(lines, all)).toEqual([true, false, false]);
    expect(fires(`any: [${lines.slice(16).replace(/^/, "{ ")} }]\nclock: occurred`, all)).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("where its own time is past the end of what waits", () => {
    const lines =
      "clock: occurred\nshare: { of: now.ratio > 1, within: 1h, at_least: 50, when: now.shares >= 2 }\nfor: 30m";
    const said = fires(lines, [
      ["2026-11-14T12:00", of(2, 2, "2026-11-12")],
      ["2026-11-14T12:10", of(2, 1, "2026-11-13")],
      ["2026-11-14T12:30"],
    ]);
    expect(said).toEqual([false, false, true]);
  });

  test("and hides no stop from the next one that counts", () => {
    // The first 3 leaves at minute 4 and the 0 at minute 5: in between the average stops.
    const lines = "average: { when: now.shares >= 2, of: now.ratio, within: 4m, at_least: 2 }";
    const said = fires(lines, [
      [at("09:00"), of(3, 2)],
      [at("09:01"), of(0, 2)],
      [at("09:02"), of(3, 2)],
      [at("09:05"), of(9)],
      [at("09:05"), of(2, 2)],
      [at("09:05"), of(2, 2)],
    ]);
    expect(said).toEqual([true, false, true, false, true, false]);
  });
});
