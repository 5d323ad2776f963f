/** When alerts come: in active hours, and of what is expected and never came. */
import { describe, expect, test } from "vitest";
import { weekdaysOnly } from "../../../src/calendar/trading-calendar.ts";
import type { EventDraft } from "../../../src/model/event.ts";
import { runExamples } from "../../../src/rules/check/examples.ts";
import { activeEnd, isActive } from "../../../src/rules/life/active-hours.ts";
import { fc } from "../../support/fast-check.ts";
import { live, lived, livedAgain, report } from "../live.ts";
import { rulesOf } from "../support.ts";

const at = (time: string) => Date.parse(`${time}:00+09:00`);

describe("active hours", () => {
  test.each([true, false])(
    "have so much time from one moment to another, on trading days: %s",
    (onTradingDays) => {
      const step = 15 * 60_000;
      const start = at("2026-01-09T00:00");
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 500 }),
          fc.integer({ min: 1, max: 60 }),
          fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 50 })),
          (after, length, [from, wide]) => {
            const hours = { fromMs: from * step, toMs: (from + wide) * step, onTradingDays };
            const since = start + after * step;
            // Steps that lie within the hours with both of their ends are active.
            let moment = since;
            for (let left = length; left > 0; moment += step) {
              const isOpen =
                isActive(hours, moment, weekdaysOnly) && isActive(hours, moment + step, weekdaysOnly);
              if (isOpen) left -= 1;
            }
            expect(activeEnd(hours, since, length * step, weekdaysOnly)).toBe(moment);
          },
        ),
      );
    },
  );

  const hours = 'active: { between: ["09:00", "15:30"], on: trading-days }';

  test("let no alert out of them, and say why; both of their ends are in", () => {
    const { said, reasons } = lived(hours, [
      ["2026-01-05T08:59", report(1)],
      ["2026-01-05T09:00", report(2)],
      ["2026-01-05T15:30", report(3)],
      ["2026-01-05T15:31", report(4)],
      // A Saturday.
      ["2026-01-10T10:00", report(5)],
    ]);
    expect(said).toEqual([[], ["fired 7203 2 of 2"], ["fired 7203 3 of 4"], [], []]);
    expect(reasons).toEqual([["inactive"], [], [], ["inactive"], ["inactive"]]);
  });

  test("have events outside of them count in windows, and make up for no beginning", () => {
    const lines = `${hours}\ncount: { within: 2h, at_least: 2 }`;
    expect(
      live(lines, [
        ["2026-01-05T08:30", report(1)],
        ["2026-01-05T09:10", report(2)],
      ]),
    ).toEqual([[], ["fired 7203 2 of 2"]]);
    expect(
      live(lines, [
        ["2026-01-05T08:30", report(1)],
        ["2026-01-05T08:40", report(1)],
        ["2026-01-05T09:10", report(2)],
      ]),
    ).toEqual([[], [], []]);
  });

  test("are all that an absence counts: a forum that is silent in trading hours", () => {
    const said = live(`${hours}\nabsent: { for: 30m }`, [
      // A Friday: fifteen minutes of it are left.
      ["2026-01-09T15:15", report(1)],
      ["2026-01-12T09:14"],
      ["2026-01-12T09:15"],
      ["2026-01-12T20:00", report(2)],
      ["2026-01-13T09:29"],
      ["2026-01-13T09:30"],
    ]);
    expect(said).toEqual([[], [], ["due", "fired 7203 1 of 1"], [], [], ["due", "fired 7203 2 of 3"]]);
  });

  test.each([
    ['active: { between: ["15:00", "09:00"] }', "the first time comes before the second"],
    ['active: { between: ["09:00"] }', "at least 2 entries"],
    [
      'active: { between: ["09:00", "10:00"] }, absent: { by: "18:00" }',
      "outside of the rule's active hours",
    ],
  ])("%s is refused", (line, words) => {
    expect(() => rulesOf(`rules:\n  - { name: a, on: short.report.increased, title: x, ${line} }\n`)).toThrow(
      words,
    );
  });
});

const loaded: EventDraft = {
  ...{ type: "rules.loaded", source: "/rules", subject: "rules" },
  data: { now: { files: [], rules: [] } },
};

describe("what is expected", () => {
  const rules = rulesOf(`lists: { core: ["7203", "6758"] }
rules:
  - name: missing
    on: short.report.increased
    by: now.code
    absent: { by: "18:00", on: trading-days, expected: lists.core }
    title: "nothing of {{ now.code }}"
    examples:
      - fires: { type: rules.loaded, now: { rules: [] } }
        at: 2026-01-06T18:00:00+09:00
      - silent: { type: rules.loaded, now: { rules: [] } }
        at: 2026-01-06T17:59:00+09:00
`);

  test("is missed each day on which it does not come, also if it never came, in a replay too", () => {
    const { said, replayed } = livedAgain(rules, [
      [at("2026-01-05T12:00"), loaded],
      [at("2026-01-06T10:00"), report(1)],
      [at("2026-01-06T18:00")],
      [at("2026-01-07T18:00")],
      // A second load of the same rules changes nothing.
      [at("2026-01-08T10:00"), loaded, report(1, "6758"), report(1, "9984")],
      [at("2026-01-08T18:00")],
    ]);
    expect(said).toEqual([
      [],
      [],
      ["missing 6758: nothing of 6758"],
      ["missing 6758: nothing of 6758", "missing 7203: nothing of 7203"],
      [],
      ["missing 7203: nothing of 7203"],
    ]);
    expect(replayed).toEqual(said.flat());
  });

  test("has examples that begin with the load", () => {
    expect(runExamples(rules).map(({ ok }) => ok)).toEqual([true, true]);
  });

  test.each([
    ["by: [now.code, now.seller], absent: { for: 1h, expected: lists.core }", "one expression in `by`"],
    ["absent: { for: 1h, expected: changed }", "from one to"],
    ["absent: { for: 1h, expected: now.code }", "a list of texts"],
    ["absent: { for: 1h, expected: lists.none }", "none"],
  ])("%s is refused", (line, words) => {
    const text = `lists: { core: ["7203"] }\nrules:\n  - { name: a, on: short.report.increased, title: x, ${line} }\n`;
    expect(() => rulesOf(text)).toThrow(words);
  });
});
