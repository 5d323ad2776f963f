import { describe, expect, it } from "vitest";
import { coverageSummary, coverageTable } from "../../../../src/commands/rules/test/test.ts";
import { play } from "./support.ts";

const rules = `
rules:
  - name: two-parts
    on: short.report.increased
    when: now.ratio >= 1 && (now.seller == "A" || has(now.fund))
    until: now.ratio < 0.5
    cooldown: 1h
    title: x
    examples:
      - fires: { type: short.report.increased, now: { code: "1", seller: A, ratio: 1.2 } }
      - silent: { type: short.report.increased, now: { code: "1", seller: A, ratio: 0.2 } }
  - name: twice
    on: short.report.increased
    clock: time
    count: { within: 1h, at_least: 2 }
    title: x
  - name: nothing-more
    on: short.report.opened
    absent: { for: 1h }
    title: x
  - { name: never, on: margin.alert.added, when: now.shortRatio > 1, title: x }
  - { name: always, on: margin.alert.lifted, title: x }
`;

const event = (ratio: number, type = "increased") =>
  `{ type: short.report.${type}, now: { code: "1", seller: B, ratio: ${ratio} } }`;

const tests = `
tests:
  - name: some
    steps:
      - { at: "2026-11-20T10:00:00+09:00", events: [${event(1.2)}, ${event(0.7, "opened")}] }
      - { after: 10m, events: [${event(1.3)}] }
      - { after: 2h }
`;

describe("coverage", () => {
  it("counts what rules did, in tests and in examples", async () => {
    const { coverage } = await play(rules, tests);
    const counts = coverage.map(({ rule, fired, silent, timed, heldBack }) => ({
      ...{ rule, fired, silent, timed, heldBack },
    }));
    expect(counts).toEqual([
      { rule: "two-parts", fired: 1, silent: 3, timed: undefined, heldBack: {} },
      { rule: "twice", fired: 1, silent: 1, timed: undefined, heldBack: {} },
      { rule: "nothing-more", fired: 0, silent: 1, timed: 1, heldBack: {} },
      { rule: "never", fired: 0, silent: 0, timed: undefined, heldBack: {} },
      { rule: "always", fired: 0, silent: 0, timed: undefined, heldBack: {} },
    ]);
  });

  it("counts each part of a condition, whatever the others decide, and each condition over several events", async () => {
    const { coverage } = await play(rules, tests);
    const [parts, several] = coverage;
    expect(parts?.parts).toEqual([
      { of: "when", text: "now.ratio >= 1", true: 3, false: 1, absent: 0 },
      { of: "when", text: 'now.seller == "A"', true: 2, false: 2, absent: 0 },
      { of: "when", text: "has(now.fund)", true: 0, false: 4, absent: 0 },
      { of: "until", text: "now.ratio < 0.5", true: 1, false: 3, absent: 0 },
    ]);
    expect(several?.conditions).toEqual([{ text: "count: { within: 1h, at_least: 2 }", held: 1, not: 1 }]);
  });

  it("does not take what was held back for silence", async () => {
    const again = `
tests:
  - name: again
    rules: [one]
    steps: [{ at: "2026-11-20T10:00:00+09:00", events: [${event(1)}, ${event(1)}, ${event(1)}] }]
`;
    const one = `rules: [{ name: one, on: short.report.increased, cooldown: 1h, title: x }]`;
    const { coverage } = await play(one, again);
    expect(coverage).toMatchObject([{ fired: 1, silent: 0, heldBack: { cooldown: 2 } }]);
  });

  it("is shown as a table that says what was never seen", async () => {
    const { coverage } = await play(rules, tests);
    expect(coverageTable(coverage).trimEnd().split("\n")).toEqual([
      "rule and its conditions               seen                never seen",
      "two-parts                             fired 1, silent 3",
      "  when now.ratio >= 1                 true 3, false 1",
      '  when now.seller == "A"              true 2, false 2',
      "  when has(now.fund)                  false 4             true",
      "  until now.ratio < 0.5               true 1, false 3",
      "twice                                 fired 1, silent 1",
      "  count: { within: 1h, at_least: 2 }  held 1, not held 1",
      "nothing-more                          fired 1, silent 1",
      "never                                                     fired, silent",
      "  when now.shortRatio > 1                                 true, false",
      "always                                                    fired",
    ]);
    expect(coverageSummary(coverage)).toBe(
      "3 of 5 rules fired, 9 of 12 branches of their conditions were seen",
    );
  });
});
