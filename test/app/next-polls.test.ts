import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createNextPolls, watchedSources } from "../../src/app/ground.ts";
import { createTradingCalendar } from "../../src/calendar/trading-calendar.ts";
import type { ServiceClients } from "../../src/config/clients.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { tmpFolder } from "../support/tmp-folder.ts";

const minuteMs = 60_000;
const calendar = () => createTradingCalendar(new Map([["2026-01-12", false]]));
const start = Date.parse("2026-01-08T12:00:00+09:00");

function configOf(sources: string) {
  const file = join(tmpFolder(), "monitor.yaml");
  writeFileSync(file, `upstreams: { market: { url: "http://127.0.0.1:9" } }\nsources: ${sources}`);
  const loaded = loadConfig(file, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return loaded.config;
}

describe("the next polls", () => {
  test("are never foretold later than a source is polled, over a week with a holiday", () => {
    const config = configOf(`{
  margin-alerts: { schedule: "0 7-57/10 14-20 * * *", on: trading-days, due: "16:30", grace: 33m },
  short-sale-reports: { schedule: "30 */25 17-21 * * 1-5" },
  bars: { from: market/equities/bars/daily, schedule: "0 0 3 * * *" } }`);
    const clock = createHandClock(start);
    const ticks: number[] = [];
    const surroundings = { clock, calendar, publication: () => ({}) };
    for (const { ticks$ } of watchedSources(config, {} as ServiceClients, undefined, surroundings)) {
      const following = ticks$.subscribe(({ at }) => ticks.push(at));
      onTestFinished(() => following.unsubscribe());
    }
    // Those at the start are of no schedule.
    ticks.length = 0;
    const nextPolls = createNextPolls(config, clock, calendar);
    let closest = Number.POSITIVE_INFINITY;
    while (clock.now() < start + 7 * 24 * 60 * minuteMs) {
      const before = ticks.length;
      const foretold = clock.now() + nextPolls("market");
      clock.move(minuteMs);
      for (const at of ticks.slice(before)) {
        expect(at).toBeGreaterThanOrEqual(foretold);
        closest = Math.min(closest, at - foretold);
      }
    }
    expect(ticks.length).toBeGreaterThan(100);
    expect(closest).toBe(0);
  });

  test("are those of a service alone, and never where none of its sources is polled", () => {
    const config = configOf(`{ margin-alerts: { schedule: "0 0 16 * * *" } }`);
    const nextPolls = createNextPolls(config, createHandClock(start), calendar);
    expect(nextPolls("market")).toBeLessThanOrEqual(4 * 60 * minuteMs);
    expect(nextPolls("statistics")).toBe(Number.POSITIVE_INFINITY);
  });
});
