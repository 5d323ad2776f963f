/** Bounds that are computed from the event: which ones stand when, and what is told before one is known. */
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../../src/model/event.ts";
import { each, live, minuteAt, report, reportWithout } from "../live.ts";
import { rulesOf } from "../support.ts";

describe("computed bounds", () => {
  test("are those of the event", () => {
    const lines = 'crosses: { of: now.ratio, above: "now.shares * 2", reset: "now.shares" }';
    const sized = (ratio: number, shares: number) => {
      const draft = report(ratio);
      return { ...draft, data: { now: { ...draft.data.now, shares } } } as EventDraft;
    };
    expect(
      each(lines, [sized(3, 2), sized(3, 1), sized(3, 2), sized(3, 3), sized(7, 3)]).map(
        (said) => said !== "",
      ),
    ).toEqual([false, true, false, false, true]);
  });

  test("that are the same for every event say what constants say", () => {
    const drafts = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3].map((ratio) => report(ratio));
    for (const [constant, computed] of [
      ["count: { within: 4m, at_least: 3 }", 'count: { within: 4m, at_least: "3 + now.ratio * 0" }'],
      ["count: { within: 4m, at_most: 2 }", 'count: { within: 4m, at_most: "2 + now.ratio * 0" }'],
      [
        "average: { of: now.ratio, within: 2m, above: 4 }",
        'average: { of: now.ratio, within: 2m, above: "4 + now.ratio * 0" }',
      ],
      [
        "minimum: { of: now.ratio, within: 3m, at_least: 2 }",
        'minimum: { of: now.ratio, within: 3m, at_least: "2 + now.ratio * 0" }',
      ],
      ["moves: { of: now.ratio, by: 3 }", 'moves: { of: now.ratio, by: "3 + now.ratio * 0" }'],
      [
        "moves: { of: now.ratio, percent: 80, since: 2m }",
        'moves: { of: now.ratio, percent: "80 + now.ratio * 0", since: 2m }',
      ],
      [
        "crosses: { of: now.ratio, below: 2, reset: 3 }",
        'crosses: { of: now.ratio, below: "2 + now.ratio * 0", reset: 3 }',
      ],
      [
        "rate: { of: now.ratio, per: 1m, at_least: 4 }",
        'rate: { of: now.ratio, per: 1m, at_least: "4 + now.ratio * 0" }',
      ],
      [
        "share: { of: now.ratio > 3, within: 4m, at_least: 75 }",
        'share: { of: now.ratio > 3, within: 4m, at_least: "75 + now.ratio * 0" }',
      ],
      [
        "spike: { of: now.ratio, within: 1m, times: 2, against: { windows: 2 }, at_least: 5 }",
        'spike: { of: now.ratio, within: 1m, times: 2, against: { windows: 2 }, at_least: "5 + now.ratio * 0" }',
      ],
    ] as const) {
      const steps = [
        ...drafts.map((draft, index) => [minuteAt(index), draft] as const),
        [minuteAt(12)],
        [minuteAt(14)],
      ] as const;
      const said = live(constant, steps).map((one) => one.join());
      expect(
        live(computed, steps).map((one) => one.join()),
        computed,
      ).toEqual(said);
      expect(said.join(""), constant).toContain("fired");
    }
  });

  test("stay those of the newest event while time passes", () => {
    const lines = 'count: { within: 5m, at_most: "now.ratio" }';
    const said = live(lines, [
      [minuteAt(0), report(0)],
      [minuteAt(1), report(0)],
      [minuteAt(2), report(1)],
      [minuteAt(6)],
    ]);
    expect(said).toEqual([[], [], [], ["due", "fired 7203 1 of 3"]]);
  });

  test("of before decide whether it held up to an event, and those of the event whether it does", () => {
    const lines = 'count: { within: 1h, at_least: "now.ratio" }';
    expect(each(lines, [report(2), report(2), report(3), report(9), report(1)])).toEqual([
      ...["", "fired 7203 2 of 2", "", "", "fired 7203 1 of 6"],
    ]);
  });

  test("that an event lacks make it one that plays no part", () => {
    const lines = 'count: { within: 1h, at_least: "now.ratio" }';
    expect(each(lines, [report(3), reportWithout("ratio"), report(3), report(3)])).toEqual([
      "",
      "",
      "",
      "fired 7203 3 of 4",
    ]);
  });

  test.each([
    ["a lower bound", 'sum: { of: now.ratio, within: 1h, at_least: "now.shares - 9", when: now.ratio > 1 }'],
    ["an upper bound", 'sum: { of: now.ratio, within: 1h, at_most: "now.shares + 9", when: now.ratio > 1 }'],
  ])("begin nothing before they are known: %s", (_, sum) => {
    const count = "count: { within: 1h, at_least: 1 }";
    const steps = [1, 1, 2, 2].map((ratio) => report(ratio));
    const fired = ["", "", "fired 7203 2 of 3", ""];
    expect(each(`${sum}\n${count}`, steps)).toEqual(fired);
    expect(each(`any: [{ ${sum} }]\n${count}`, steps)).toEqual(fired);
    expect(each(`any: [{ ${sum}, ${count} }]`, steps)).toEqual(fired);
    // By time, too: at the eighth minute one is left of the few.
    const few = "count: { within: 6m, at_most: 1 }";
    const drafts = [
      [minuteAt(0), report(1)],
      [minuteAt(1), report(1)],
      [minuteAt(6)],
      [minuteAt(8), report(2)],
    ] as const;
    const byTime = (lines: string) => live(lines, drafts).map((said) => said.at(-1) ?? "");
    const later = ["", "", "due", "fired 7203 2 of 3"];
    expect(byTime(`${sum}\n${few}`)).toEqual(later);
    expect(byTime(`any: [{ ${sum} }]\n${few}`)).toEqual(later);
  });

  test("begin nothing by a map that ignores the event, either", () => {
    const sum = 'sum: { of: now.ratio, within: 1h, at_most: "now.shares + 9" }';
    const lines = `any: [{ ${sum} }]\ncount: { within: 1h, at_least: 1 }`;
    expect(each(lines, [reportWithout("ratio"), report(1)])).toEqual(["", "fired 7203 1 of 2"]);
  });

  test("that are upper ones make no news of the first event", () => {
    const lines = 'count: { within: 5m, at_most: "now.shares + 1" }';
    for (const condition of [
      lines,
      `any: [{ ${lines} }]`,
      `${lines.replace("{", "{ when: now.ratio > 1,")}\ndistinct: { of: now.seller, within: 1h, at_most: 9 }`,
    ])
      expect(each(condition, [report(1), report(2)]), condition).toEqual(["", ""]);
  });

  test.each([
    ['count: { within: 1h, at_least: "3" }', "write it without quotes: 3"],
    ['count: { within: 1h, at_least: "now.seller" }', "a number, such as now.ratio, is needed here"],
    ['count: { within: 1h, at_least: "now.rato" }', "rato"],
    ["moves: { of: now.ratio, by: -1 }", "this must be more than 0"],
  ])("%s is refused", (line, words) => {
    const file = `rules:\n  - { name: a, on: short.report.increased, title: x, ${line} }\n`;
    expect(() => rulesOf(file)).toThrow(words);
  });
});
