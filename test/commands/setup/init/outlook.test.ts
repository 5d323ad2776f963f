/** The number of polls and requests that a setup foretells. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { outlookOf } from "../../../../src/commands/setup/init/outcome.ts";
import { loadConfig } from "../../../../src/config/load-config.ts";

const shipped = join(import.meta.dirname, "../../../../config/monitor.yaml");
const services = {
  YAGURA_MARKET_URL: "https://market.desk.co.jp/v2",
  YAGURA_FORUM_URL: "https://forum.desk.co.jp",
  YAGURA_STATISTICS_URL: "https://statistics.desk.co.jp",
};

function outlook(environment: Record<string, string>, at: string) {
  const loaded = loadConfig(shipped, environment);
  if (!loaded.ok) throw new Error("the settings do not load");
  return outlookOf(loaded.config, Date.parse(at));
}

test("polls are counted by the schedules, rare before a publication is due, and the next one is named", () => {
  const { sources } = outlook(services, "2026-11-23T10:00:00+09:00");
  const of = (name: string) => sources.find(({ source }) => source === name);
  expect(of("forum-comments")).toMatchObject({ polls: 3 * 60 * 24, next: "2026-11-23T01:00:20.000Z" });
  // Each ten minutes from 16:30 to 20:50, and once before, at 16:00.
  expect(of("margin-alerts")).toMatchObject({ polls: 28, next: "2026-11-23T07:00:00.000Z" });
});

test("requests to the market service are five a poll of a source with publications, else one, against the plan", () => {
  expect(outlook(services, "2026-11-23T10:00:00+09:00").market).toEqual({
    aDay: (2 * 28 + 18) * 5 + 13 * 60 + 2,
    aMinute: 11,
    allowed: 120,
  });
});

test("of simulated services nothing is counted", () => {
  const { sources, market } = outlook({}, "2026-11-23T10:00:00+09:00");
  expect(sources).toHaveLength(7);
  expect(sources.every(({ simulated, polls }) => simulated && polls === undefined)).toBe(true);
  expect(market).toBeUndefined();
});
