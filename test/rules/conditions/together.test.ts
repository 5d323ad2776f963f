/** Several conditions of one rule, and what plays no part in any of them. */
import { describe, expect, test } from "vitest";
import type { EventDraft } from "../../../src/model/event.ts";
import { live, report } from "../live.ts";

/** A report that does not say its ratio. */
const silent = (seller = "Example Capital"): EventDraft => {
  const { ratio, ...now } = report(0).data.now as { ratio: number };
  return { ...report(ratio), data: { now: { ...now, seller } } } as EventDraft;
};

describe("an event without the value plays no part in a rule that measures it", () => {
  const lines = "average: { of: now.ratio, within: 1h, at_least: 2 }\ncount: { within: 1h, at_least: 3 }";

  test("for its count and its beginning alike", () => {
    const said = live(lines, [
      ["2026-01-05T09:00", report(3)],
      ["2026-01-05T09:01", silent(), silent()],
      ["2026-01-05T09:02", report(2)],
      ["2026-01-05T09:03", silent()],
      ["2026-01-05T09:04", report(4)],
    ]);
    expect(said).toEqual([[], [], [], [], ["fired 7203 4 of 6"]]);
  });

  test.each([
    ["crosses", "crosses: { of: now.ratio, above: 1 }"],
    ["a move of some time", "moves: { of: now.ratio, by: 1, since: 10m }"],
    ["what adds up", "sum: { of: now.ratio, within: 1h, at_least: 4 }"],
    ["the most", "maximum: { of: now.ratio, within: 1h, at_least: 4 }"],
    ["different values", "distinct: { of: now.ratio, within: 2h, at_least: 2 }"],
    ["what was not seen", "unseen: { of: now.ratio }"],
    [
      "a spike",
      "spike: { of: now.ratio, within: 1h, times: 2, against: { windows: 1 }, usual_at_least: 0.1 }",
    ],
  ])("with a count and %s", (_, condition) => {
    const [said] = live(`${condition}\ncount: { within: 2h, at_least: 5 }`, [
      ["2026-01-05T09:00", report(1), silent(), silent(), report(5)],
    ]);
    expect(said).toEqual([]);
    const steps: [string, ...EventDraft[]][] = [
      ["2026-01-05T07:05", report(0.1), report(0.1)],
      ["2026-01-05T09:00", silent(), silent(), report(5)],
    ];
    expect(live(`${condition}\ncount: { within: 2h, at_least: 5 }`, steps)).toEqual([[], []]);
    expect(live(`${condition}\ncount: { within: 2h, at_least: 3 }`, steps)).toEqual([
      [],
      ["fired 7203 5 of 5"],
    ]);
  });

  test("but ends what is open where `until` or a false `when` says so", () => {
    const lines = "maximum: { of: now.ratio, within: 1h, at_least: 2 }";
    const steps: [string, ...EventDraft[]][] = [
      ["2026-01-05T09:00", report(3)],
      ["2026-01-05T09:01", silent("Sample Partners")],
      ["2026-01-05T09:10"],
    ];
    const ended = live(`${lines}\nuntil: now.seller == 'Sample Partners'`, steps);
    expect(ended).toEqual([["fired 7203 3 of 1"], ["resolved 7203 3 of 3"], []]);
    const capital = "when: now.seller == 'Example Capital'";
    expect(live(`${capital}\n${lines}\nfor: 10m`, steps)).toEqual([[], [], []]);
    expect(live(`${lines}\nfor: 10m`, steps)).toEqual([[], [], ["due", "fired 7203 3 of 1"]]);
  });
});

test.each([
  [100, 106, false],
  [1_000, 1_020, false],
  [100, 110, true],
  [110, 100, true],
  [0, 10, false],
])("a move by so much and so many percent is both: %d to %d", (from, to, moves) => {
  const [, said] = live("moves: { of: now.ratio, by: 10, percent: 5 }", [
    ["2026-01-05T09:00", report(from)],
    ["2026-01-05T09:01", report(to)],
  ]);
  expect(said).toEqual(moves ? [`fired 7203 ${to} of 2`] : []);
});
