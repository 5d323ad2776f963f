/** `resolveAfter`: alerts that a time without news ends; `gather`: messages that wait for each other. */
import { describe, expect, test } from "vitest";
import { live, lived, report } from "../live.ts";
import { rulesOf } from "../support.ts";

const rule = (name: string, lines: string) =>
  `  - name: ${name}\n    on: short.report.increased\n    title: x\n${lines.replaceAll(/^(?=.)/gm, "    ")}\n`;

describe("a set of rules", () => {
  test("tells how the alerts of rules end that say so, and nothing of others and of rules that are off", () => {
    const { endings } = rulesOf(
      `rules:\n${[
        rule("neither", "cooldown: 1h"),
        rule("event", "until: now.ratio < 1"),
        rule("time", "resolveAfter: 5bd"),
        rule("both", "until: now.ratio < 1\nresolveAfter: 12h"),
        rule("off", "resolveAfter: 12h\nenabled: false"),
      ].join("")}`,
    );
    expect([...(endings ?? [])]).toEqual([
      ["event", { until: true }],
      ["time", { until: false, after: { tradingDays: 5 } }],
      ["both", { until: true, after: { ms: 43_200_000 } }],
    ]);
  });

  test("tells how long the alerts of rules gather, also of one that is made from another", () => {
    const { gathers } = rulesOf(
      `rules:\n${rule("none", "cooldown: 1h")}${rule("base", "gather: 15m")}
  - { name: same, template: base }
  - { name: own, template: base, gather: 1h }
`,
    );
    expect([...(gathers ?? [])]).toEqual([
      ["base", { ms: 900_000 }],
      ["same", { ms: 900_000 }],
      ["own", { ms: 3_600_000 }],
    ]);
  });

  test("gives a rule that is made from another one the ending of that, or its own", () => {
    const { endings } = rulesOf(
      `rules:\n${rule("base", "resolveAfter: 2d")}
  - { name: same, template: base }
  - { name: own, template: base, resolveAfter: 3d }`,
    );
    expect([endings?.get("same"), endings?.get("own")]).toEqual([
      { until: false, after: { ms: 2 * 86_400_000 } },
      { until: false, after: { ms: 3 * 86_400_000 } },
    ]);
  });
});

describe("a rule with `until` and `resolveAfter`", () => {
  const lines = "when: now.ratio > 2\nuntil: now.ratio < 1\nresolveAfter: 1h";

  test("gives its alert again once time has ended the one before, and not sooner", () => {
    const { said, reasons } = lived(lines, [
      ["2026-01-05T09:00", report(3)],
      ["2026-01-05T09:59", report(4)],
      ["2026-01-05T10:00", report(5)],
      ["2026-01-05T10:30", report(6)],
    ]);
    expect(said).toEqual([["fired 7203 3 of 1"], [], ["fired 7203 5 of 4"], []]);
    expect(reasons).toEqual([[], ["unresolved"], [], ["unresolved"]]);
  });

  test("is ended by the event where that comes first, and has no second end where time came first", () => {
    const first = live(lines, [
      ["2026-01-05T09:00", report(3)],
      ["2026-01-05T09:30", report(0.9)],
    ]);
    expect(first).toEqual([["fired 7203 3 of 1"], ["resolved 7203 3 of 3"]]);
    const later = live(lines, [
      ["2026-01-05T09:00", report(3)],
      ["2026-01-05T10:30", report(0.9)],
    ]);
    expect(later).toEqual([["fired 7203 3 of 1"], []]);
  });

  test("without `resolveAfter` waits for its event however long that takes", () => {
    const said = live("when: now.ratio > 2\nuntil: now.ratio < 1", [
      ["2026-01-05T09:00", report(3)],
      ["2026-03-05T09:00", report(4)],
    ]);
    expect(said).toEqual([["fired 7203 3 of 1"], []]);
  });
});

test("what a rule remembers does not begin anew with another `resolveAfter`", () => {
  const meaningWith = (lines: string) =>
    rulesOf(`rules:\n${rule("a", `count: { within: 1h, at_least: 2 }\n${lines}`)}`).rules[0]?.over.meaning;
  expect(meaningWith("resolveAfter: 1h")).toBe(meaningWith("resolveAfter: 2h"));
  expect(meaningWith("resolveAfter: 1h")).toBe(meaningWith(""));
});
