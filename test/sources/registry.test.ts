import { expect, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { createSources } from "../../src/sources/index.ts";
import { createMemoryForum } from "./forum-comments/memory-forum.ts";
import { createMemoryMarket } from "./memory-market.ts";
import { createMemoryStatistics } from "./statistics-updates/memory-statistics.ts";

const clients = {
  forum: createMemoryForum(),
  market: createMemoryMarket(),
  statistics: createMemoryStatistics(),
};
const today = () => "2026-11-20";
const clocks = { clock: systemClock, today: { forum: today, market: today, statistics: today } };

test("makes every source that has options, under the name of its options", () => {
  const options = {
    "forum-comments": { codes: ["7203"], pageSize: 50 },
    "forum-ranking": { terms: ["daily" as const], activity: false },
    "margin-alerts": {},
    "short-sale-reports": {},
    "statistics-updates": { watch: [{ db: "FM01" }] },
  };
  expect(createSources(options, clients, clocks).map(({ name }) => name)).toEqual(Object.keys(options));
});

test("a source that is left out is not made", () => {
  expect(createSources({ "margin-alerts": {} }, clients, clocks).map(({ name }) => name)).toEqual([
    "margin-alerts",
  ]);
});
