/** How much of a report people read: so many days, rules, samples and names, and cells of so many characters. */
import { describe, expect, test } from "vitest";
import type { BacktestReport } from "../../../src/backtest/report.ts";
import { reportText } from "../../../src/commands/rules/backtest.ts";

const none = {
  alerts: 0,
  resolved: 0,
  mails: 0,
  heldBack: {},
  alertsADay: { mean: 0, most: 0 },
  mailsADay: [],
  mailsByHour: {},
  notices: {},
};
const empty: BacktestReport = {
  ...none,
  rules: [],
  silent: [],
  limits: [],
  simulated: [],
  span: { from: "2026-01-05T00:00:00.000Z", to: "2026-01-06T00:00:00.000Z" },
  events: 0,
  warmUp: 0,
  days: [],
  calendar: {},
  stocks: [],
};
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const lines = (more: Partial<BacktestReport>) => reportText({ ...empty, ...more }).split("\n");

test("a report of nothing says so, and has no tables", () => {
  expect(lines({})).toEqual([
    "0 events from 2026-01-05 09:00:00 JST to 2026-01-06 09:00:00 JST",
    "The log is empty.",
    "",
    "0 alerts, 0 resolved, 0 mails, held back: none",
    "0 alerts a day",
    "",
  ]);
});

describe("days", () => {
  const days = (count: number) =>
    numbered(count).map((day) => ({
      day: `2026-01-${String(day).padStart(2, "0")}`,
      events: day === 3 ? 1 : 5,
      alerts: 2,
      mails: 1,
    }));
  const shown = (count: number) => {
    const all = lines({ days: days(count) });
    return [
      all.find((line) => /days|^Days/.test(line)),
      all.filter((line) => line.startsWith("2026-")).length,
    ];
  };
  test("are all there up to ten, and of more the ten busiest in their order", () => {
    expect(shown(10)).toEqual(["Days", 10]);
    expect(shown(11)).toEqual(["The 10 busiest days", 10]);
    const named = lines({ days: days(11).reverse() }).flatMap(
      (line) => /^2026-01-(\d\d)/.exec(line)?.[1] ?? [],
    );
    expect(named).toEqual(
      numbered(11)
        .filter((day) => day !== 3)
        .map((day) => String(day).padStart(2, "0")),
    );
  });
});

test("ten rules are shown, and fifty that never fired are named", () => {
  const rules = numbered(11).map((place) => ({
    rule: `loud-${place}`,
    alerts: 1,
    resolved: 0,
    mails: 0,
    heldBack: {},
  }));
  expect(lines({ rules }).filter((line) => line.startsWith("loud-"))).toHaveLength(10);
  const silent = (count: number) => lines({ silent: numbered(count).map((place) => `s${place}`) }).at(-2);
  expect(silent(50)).toBe(
    `Never fired: ${numbered(50)
      .map((place) => `s${place}`)
      .join(", ")}`,
  );
  expect(silent(51)).toMatch(/, s50 and 1 more$/);
});

test("a cell has sixty characters at most, and nothing that steers a terminal", () => {
  const rule = (name: string) => ({
    rule: name,
    alerts: 1,
    resolved: 0,
    mails: 0,
    heldBack: { cooldown: 2 },
  });
  const text = reportText({
    ...empty,
    rules: [rule("x".repeat(60)), rule("y".repeat(61)), rule("a\u001b[2Jb")],
  });
  expect(text).toContain(`${"x".repeat(60)} `);
  expect(text).toContain(`${"y".repeat(59)}… `);
  expect([text.includes("y".repeat(60)), text.includes("\u001b")]).toEqual([false, false]);
  expect(text).toContain("cooldown 2");
});

describe("alerts of one side alone", () => {
  const lone = (count: number, rules = 1) => ({
    count,
    byRule: Object.fromEntries(numbered(rules).map((place) => [`rule-${place}`, 1])),
    alerts: numbered(Math.min(count, 25)).map((place) => ({
      time: "2026-01-05T00:00:00.000Z",
      rule: "rule-1",
      key: `k${place}`,
      title: "t",
    })),
  });
  const against = (come: ReturnType<typeof lone>, go = lone(0, 0)) =>
    lines({ against: { ...none, rules: [], silent: [], limits: [], come, go, renamed: [] } as never });
  test("are counted in words, with twenty samples and ten rules", () => {
    const one = against(lone(1));
    expect(one).toContain("1 alert comes: only the new rules give it");
    expect(one).toContain("0 alerts go: only the old rules give them");
    const samples = (count: number, rules: number) => {
      const all = against(lone(count, rules));
      return [
        all.filter((line) => /\bk\d+\b/.test(line)).length,
        all.filter((line) => /^ {2}rule-\d+ 1$/.test(line)).length,
        ...all.filter((line) => /more$|other rule/.test(line)),
      ];
    };
    expect(samples(20, 10)).toEqual([20, 10]);
    expect(samples(21, 11)).toEqual([20, 10, "  and 1 other rule", "and 1 more"]);
  });
});

test("what was kept of the log is told: from when on, or how much came before the span", () => {
  const kept = (keptFrom: string, warmUp = 0) => lines({ span: { ...empty.span, keptFrom }, warmUp })[1];
  expect(kept("2026-01-05T00:00:00.001Z")).toMatch(/^The log is kept from 2026-01-05 09:00:00 JST on/);
  expect(kept("2026-01-05T00:00:00.000Z")).toMatch(
    /^0 events before that were judged as well and not counted/,
  );
  expect(kept("2026-01-04T00:00:00.000Z", 1)).toMatch(/^1 event before that were judged/);
});
