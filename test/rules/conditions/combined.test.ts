/** Conditions with a `when` or a name of their own, several of one kind, and `any` of them. */
import { describe, expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { EventDraft } from "../../../src/model/event.ts";
import { variablesOf } from "../../../src/rules/cel/surroundings.ts";
import { fc } from "../../support/fast-check.ts";
import { each, live, minuteAt, report, reportWithout } from "../live.ts";
import { rulesOf } from "../support.ts";

/** A report of one of two sellers. */
const of = (seller: string, ratio: number): EventDraft => {
  const draft = report(ratio);
  return { ...draft, data: { now: { ...draft.data.now, seller } } } as EventDraft;
};

describe("a `when` of its own", () => {
  test("lets other events go on to the conditions beside it, and begins with any of them", () => {
    const lines =
      "count:\n  - { name: all, within: 1h, at_least: 3 }\n  - { name: large, when: now.ratio >= 2, within: 1h, at_least: 1 }";
    const shown = "{{ found.large.count }} of {{ found.all.count }}";
    expect(each(lines, [report(3), report(1), report(1), report(1)], shown)).toEqual([
      "",
      "",
      "fired 1 of 3 of 3",
      "",
    ]);
    expect(each(lines, [report(1), report(1), report(1), report(2)], shown)).toEqual([
      "",
      "",
      "",
      "fired 1 of 4 of 4",
    ]);
  });

  test("takes in what a rule without it would take in of those events alone", () => {
    const drafts = [3, 1, 4, 1, 5, 2, 6].map((ratio) => report(ratio));
    for (const condition of [
      "count: { WHEN within: 3m, at_least: 2 }",
      "average: { WHEN of: now.ratio, within: 4m, at_least: 4 }",
      "crosses: { WHEN of: now.ratio, above: 4 }",
      "moves: { WHEN of: now.ratio, by: 2, since: 2m }",
      "streak: { WHEN of: now.ratio, direction: up, times: 2 }",
    ]) {
      const own = each(condition.replace("WHEN", "when: now.ratio >= 2,"), drafts);
      const rules = each(`when: now.ratio >= 2\n${condition.replace("WHEN ", "")}`, drafts);
      expect(own, condition).toEqual(rules);
      expect(own.join(""), condition).toContain("fired");
    }
  });

  test("does not fire anew at an event that is not about it, for what stopped and held again before", () => {
    // The 1 leaves after 4 minutes, so that the average stops and holds again by time alone.
    const lines =
      "average: { when: now.seller == 'A', of: now.ratio, within: 4m, at_least: 2 }\ncount: { within: 1h, at_least: 1 }";
    const said = each(lines, [
      of("A", 3),
      of("A", 1),
      of("A", 3),
      of("B", 0),
      of("B", 0),
      of("B", 0),
      of("B", 0),
    ]);
    // At minute 4 the first 3 leaves and the average stays 2; at minute 5 the 1 leaves.
    expect(said).toEqual(["fired 7203 3 of 1", "", "", "", "", "", ""]);
  });

  test("has what stopped and held again without an event told once, at whichever event is next", () => {
    const lines =
      "average: { when: now.seller == 'A', of: now.ratio, within: 4m, at_least: 2 }\ncount: { within: 1h, at_least: 1 }";
    const said = live(lines, [
      [minuteAt(0), of("A", 3)],
      [minuteAt(1), of("A", 0)],
      [minuteAt(2), of("A", 3)],
      // The first 3 left at minute 4, and the 0 at minute 5.
      [minuteAt(5), of("B", 0), of("B", 0)],
    ]);
    expect(said).toEqual([["fired 7203 3 of 1"], [], ["fired 7203 3 of 4"], ["fired 7203 0 of 6"]]);
  });

  test("lets a `few` of its own begin by time, and not before anything counted", () => {
    const lines = "count: { when: now.seller == 'A', within: 5m, at_most: 1 }";
    const said = live(lines, [
      [minuteAt(0), of("B", 1)],
      [minuteAt(1), of("A", 1)],
      [minuteAt(2), of("A", 2)],
      [minuteAt(3), of("B", 1)],
      [minuteAt(6)],
    ]);
    expect(said.map((one) => one.length)).toEqual([0, 0, 0, 0, 2]);
  });

  test("is asked of events with the value alone, as everything is", () => {
    const lines =
      "sum: { when: has(now.seller), of: now.ratio, within: 1h, at_least: 3 }\ncount: { within: 1h, at_least: 2 }";
    expect(each(lines, [reportWithout("ratio"), report(3), report(0)])).toEqual([
      "",
      "",
      "fired 7203 0 of 3",
    ]);
    // An event that the sum is not about needs no value for it.
    expect(each(lines, [reportWithout("ratio", "seller"), report(3)], "{{ now.code }}")).toEqual([
      "",
      "fired 7203 of 2",
    ]);
  });
});

describe("any", () => {
  test("fires when one of its maps begins to hold, and stays silent while one does", () => {
    const lines =
      "any:\n  - { count: { within: 1h, at_least: 3 } }\n  - { crosses: { of: now.ratio, above: 4 } }";
    expect(
      each(
        lines,
        [1, 1, 1, 5, 5, 1, 5].map((ratio) => report(ratio)),
      ).map((said) => said !== ""),
    ).toEqual([...[false, false, true, false, false, false, false]]);
    expect(
      each(
        lines,
        [5, 1].map((ratio) => report(ratio)),
      ),
    ).toEqual(["fired 7203 5 of 1", ""]);
  });

  test("asks for all of a map, and for what stands beside it", () => {
    const lines =
      "unseen: { of: now.seller }\nany:\n  - { count: { within: 1h, at_least: 2 }, crosses: { of: now.ratio, above: 2 } }\n  - { moves: { of: now.ratio, by: 5 } }";
    const said = each(lines, [of("A", 3), of("A", 3), of("B", 3), of("C", 1), of("D", 9), of("E", 9)]);
    expect(said).toEqual(["", "", "fired 7203 3 of 3", "", "fired 7203 9 of 6", "fired 7203 9 of 8"]);
  });

  test("has an event without the value of one map go on to the others", () => {
    const lines =
      "any:\n  - { crosses: { of: now.ratio, above: 2 } }\n  - { count: { within: 1h, at_least: 2 } }";
    expect(each(lines, [reportWithout("ratio"), reportWithout("ratio")], "{{ now.code }}")).toEqual([
      "",
      "fired 7203 of 2",
    ]);
  });

  test("stops when the last map stops, by time alone too", () => {
    const lines =
      "any:\n  - { count: { within: 3m, at_least: 2 } }\n  - { count: { within: 3m, at_least: 3 } }";
    const drafts = (minutes: readonly number[]) =>
      live(
        lines,
        minutes.map((minute) => [minuteAt(minute), report(1)] as const),
      ).map((said) => said.length);
    expect(drafts([0, 1, 2, 3, 4, 5])).toEqual([0, 1, 0, 0, 0, 0]);
    expect(drafts([0, 1, 5, 6])).toEqual([0, 1, 0, 1]);
  });

  test("goes on where one map takes over from another without an event, and not where they leave a gap", () => {
    // Few of a short time begin as many of a long one end, or only later.
    const lines = (minutes: number) =>
      `any:\n  - { count: { within: 10m, at_least: 2 } }\n  - { count: { within: ${minutes}m, at_most: 1 } }`;
    const said = (minutes: number) =>
      live(lines(minutes), [
        [minuteAt(0), report(1)],
        [minuteAt(0), report(1)],
        [minuteAt(30), report(1)],
      ]).map((one) => one.filter((word) => word.startsWith("fired")).length);
    expect(said(9)).toEqual([0, 0, 0]);
    expect(said(12)).toEqual([0, 0, 1]);
  });

  test("finds what the conditions of its maps find, under their names", () => {
    const lines =
      "any:\n  - { count: { name: many, within: 1h, at_least: 2 } }\n  - { sum: { of: now.ratio, within: 1h, at_least: 9 } }";
    const shown = "{{ found.many.count }} with {{ found.sum }}";
    expect(each(lines, [report(1), report(3)], shown)).toEqual(["", "fired 2 with 4 of 2"]);
  });

  test("cannot last with what holds for a moment", () => {
    const file = (condition: string) =>
      `rules:\n  - { name: a, on: short.report.increased, title: x, for: 1h, any: [{ ${condition} }] }\n`;
    expect(() => rulesOf(file("unseen: { of: now.seller }"))).toThrow("nothing that lasts");
    expect(rulesOf(file("count: { within: 1h, at_least: 2 }")).names).toEqual(["a"]);
  });
});

test("any stops where for a moment none of its maps holds, and nowhere else", () => {
  const condition = fc.oneof(
    ...["at_least", "at_most"].map((bound) =>
      fc
        .record({ within: fc.integer({ min: 1, max: 12 }), level: fc.integer({ min: 1, max: 4 }) })
        .map(({ within, level }) => ({ count: { within: `${within}m`, [bound]: level } })),
    ),
    fc
      .record({ within: fc.integer({ min: 1, max: 12 }), level: fc.integer({ min: 1, max: 4 }) })
      .map(({ within, level }) => ({ average: { of: "now.ratio", within: `${within}m`, at_least: level } })),
    fc
      .record({ since: fc.integer({ min: 1, max: 12 }), by: fc.integer({ min: 1, max: 3 }) })
      .map(({ since, by }) => ({ moves: { of: "now.ratio", since: `${since}m`, by } })),
    fc.integer({ min: 1, max: 4 }).map((above) => ({ crosses: { of: "now.ratio", above } })),
  );
  const map = fc.tuple(condition, condition).map(([one, other]) => ({ ...one, ...other }));
  const events = fc.array(fc.tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 5 })), {
    minLength: 1,
    maxLength: 12,
  });
  let stopped = 0;
  let tookOver = 0;
  fc.assert(
    fc.property(fc.array(map, { minLength: 1, maxLength: 3 }), events, (any, all) => {
      const text = JSON.stringify({ rules: [{ name: "a", on: "short.report.increased", title: "x", any }] });
      const [rule] = rulesOf(text).rules;
      const [one] = rule?.over.conditions ?? [];
      if (rule === undefined || one?.ceases === undefined || one.holdsAt === undefined) throw new Error(text);
      const inOrder = [...all].sort(([a], [b]) => a - b);
      let memory: unknown;
      for (const [minute, ratio] of inOrder) {
        const { type, data } = report(ratio);
        const variables = variablesOf({ type, data, subject: "7203", time: "" } as never);
        memory = one.take(memory, { at: minute * 60_000, type, variables, calendar: weekdaysOnly }).memory;
      }
      const last = inOrder.at(-1)?.[0] ?? 0;
      const holds = (minute: number) => one.holdsAt?.(memory, minute * 60_000, weekdaysOnly);
      if (!holds(last)) return;
      for (let end = last + 1; end <= last + 25; end += 1) {
        const minutes = Array.from({ length: end - last }, (_, index) => last + 1 + index);
        const hasGap = minutes.some((minute) => !holds(minute));
        const between = { from: undefined, to: end * 60_000 };
        expect(one.ceases(memory, between, weekdaysOnly)).toBe(hasGap);
        if (hasGap) stopped += 1;
        else if (any.length > 1) tookOver += 1;
      }
    }),
    { numRuns: 100 },
  );
  expect(stopped).toBeGreaterThan(50);
  expect(tookOver).toBeGreaterThan(50);
});

describe("several of one kind", () => {
  test.each([
    ["count: [{ within: 1h, at_least: 3 }]", "`name` is missing"],
    [
      "count: [{ name: a, within: 1h, at_least: 3 }, { name: a, within: 2h, at_least: 3 }]",
      "something else already",
    ],
    ["count: [{ name: sum, within: 1h, at_least: 3 }]", "something else already"],
    ["count: [{ name: One, within: 1h, at_least: 3 }]", "a small letter first"],
    ["count: { within: 1h }", "one of at_least"],
    ["count: [{ name: a, within: 1h }]", "one of at_least"],
    ["any: [{ count: { within: 1h } }]", "one of at_least"],
    ["any: [{}]", "at least one condition"],
    ["any: [{ count: { within: 1h, at_least: 2, when: now.rato > 1 } }]", "rato"],
    ["count: { within: 1h, at_least: 2, when: now.ratio > 2 && now.ratio < 1 }", "never true"],
  ])("%s is refused", (line, words) => {
    const file = `rules:\n  - { name: a, on: short.report.increased, title: x, ${line} }\n`;
    expect(() => rulesOf(file)).toThrow(words);
  });

  test("mean something else with another `when` or another map", () => {
    const meaning = (line: string) =>
      rulesOf(`rules:\n  - { name: a, on: short.report.increased, title: x, ${line} }\n`).rules[0]?.over
        .meaning;
    const lines = [
      "count: { within: 1h, at_least: 2 }",
      "count: { within: 1h, at_least: 2, when: now.ratio > 1 }",
      "count: [{ name: a, within: 1h, at_least: 2 }]",
      "any: [{ count: { within: 1h, at_least: 2 } }]",
      "any: [{ count: { within: 1h, at_least: 3 } }]",
      'count: { within: 1h, at_least: "now.ratio" }',
    ];
    expect(new Set(lines.map(meaning)).size).toBe(lines.length);
  });
});
