import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { backtestFiles } from "../../src/backtest/backtest-files.ts";
import { reportText } from "../../src/commands/rules/backtest.ts";
import { beginLife, position, rulesOfText } from "./lived-log.ts";

const rules = `rules:
  - { name: all, on: short.report.opened, title: x }
  - { name: missed, on: short.report.opened, title: x, absent: { for: 25h } }
`;

/** A config beside a log of so many events at one moment of three days each. */
function threeDays(eventsADay: number): string {
  const life = beginLife(rulesOfText("rules: []"));
  const many = Array.from({ length: eventsADay }, (_, at) => position(String(at), 0.6));
  for (const day of ["05", "06", "07"]) life.poll(`2026-01-${day}T03:00:00Z`, many);
  life.store.close();
  const folder = dirname(life.path);
  mkdirSync(join(folder, "rules"));
  writeFileSync(join(folder, "rules/all.yaml"), rules);
  const config = join(folder, "monitor.yaml");
  writeFileSync(config, "sources: {}\nrules: rules\nstate: state.db\n");
  return config;
}

test("reading ends with the span, and what time brings about after now is not counted", async () => {
  const config = threeDays(5_100);
  const told: (readonly [number, number])[] = [];
  const surroundings = {
    environment: {},
    now: Date.parse("2026-01-07T06:00:00Z"),
    progress: (read: number, all: number) => told.push([read, all]),
  };
  const day = await backtestFiles({ config, since: "2026-01-05", until: "2026-01-05" }, surroundings);
  expect([day.events, day.alerts]).toEqual([5_100, 5_100]);
  expect(told).toEqual([[5_100, 5_100]]);
  // Each report is followed by another one in time, but the last, of which nothing is known yet.
  const all = await backtestFiles({ config, since: "2026-01-05", until: "2026-12-31" }, surroundings);
  expect([all.events, all.rules.map(({ rule, alerts }) => [rule, alerts])]).toEqual([
    15_300,
    [["all", 15_300]],
  ]);
  expect(all.span.to).toBe("2026-01-07T06:00:00.000Z");
  expect(all.days).toHaveLength(3);
  // Nothing says that its services are others.
  expect(all.simulated).toEqual(["market", "forum", "statistics"]);
  expect(reportText(all)).toMatch(/^SIMULATED: market, forum, statistics\n/);
});

test("a span before the log says from when on it is kept, and counts nothing", async () => {
  const config = threeDays(10);
  const now = Date.parse("2026-01-07T06:00:00Z");
  const surroundings = { environment: {}, now, progress: () => undefined };
  const report = await backtestFiles({ config, since: "2025-12-01", until: "2025-12-31" }, surroundings);
  expect(report).toMatchObject({
    span: { keptFrom: "2026-01-05T03:00:00.000Z" },
    ...{ events: 0, alerts: 0, days: [], alertsADay: { mean: 0, most: 0 } },
  });
  expect(reportText(report)).toContain("The log is kept from 2026-01-05 12:00:00 JST on");
});
