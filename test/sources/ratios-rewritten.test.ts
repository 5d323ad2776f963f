/** A service that rewrites years of ratios with other decimals says nothing new, and nobody shall hear of it. */
import { describe, expect, test } from "vitest";
import { addDays, lastWeekdays } from "../../src/model/dates.ts";
import { massRewrite } from "../../src/pipeline/mass-rewrite.ts";
import { createShortSaleReports } from "../../src/sources/short-sale-reports/index.ts";
import { everyDay } from "../support/every-day.ts";
import { createMemoryMarket, nameless } from "./memory-market.ts";
import { createMemoryState } from "./memory-state.ts";
import { pollAndCommit, told } from "./poll-and-commit.ts";
import { watchRecords } from "./records/scene.ts";

const today = "2026-01-23";
const reportsADay = 40;
/** Percent with six decimals, as a fraction had eight; written down with fewer. */
const written = (index: number, decimals: number) =>
  Number((0.5 + ((index * 7919) % 90_001) / 100_000 + 0.0000137).toFixed(decimals));

function reports(decimals: (day: string) => number) {
  return lastWeekdays(today, 10).flatMap((disclosedOn, day) =>
    Array.from({ length: reportsADay }, (_, index) => ({
      code: String(1300 + index),
      seller: `Example Capital ${index % 7}`,
      ratio: written(day * reportsADay + index, decimals(disclosedOn)),
      shares: 1000 + index,
      calculatedOn: addDays(disclosedOn, -1),
      disclosedOn,
    })),
  );
}

const all = (decimals: number) => () => decimals;
/** The second half of the days is written anew, the first as before. */
const half = (before: number, after: number) => (day: string) => (day >= "2026-01-20" ? after : before);

const rewrites: [string, (day: string) => number, ((day: string) => number)[]][] = [
  ["from six decimals to four", all(6), [all(4)]],
  ["from two decimals to four", all(2), [all(4)]],
  ["from two decimals to four, day by day", all(2), [half(2, 4), all(4)]],
  ["from six decimals to four, and back", all(6), [all(4), all(6)]],
];

describe.each(rewrites)("years of ratios rewritten %s", (_name, before, steps) => {
  test("are not told by short-sale-reports", async () => {
    const market = createMemoryMarket();
    const source = createShortSaleReports(market, () => today, nameless, everyDay);
    const state = createMemoryState();
    market.shorts = reports(before);
    await pollAndCommit(source, state);
    for (const step of steps) {
      market.shorts = reports(step);
      expect(told(await pollAndCommit(source, state))).toEqual([]);
    }
  });

  test("are not told by a set of records", async () => {
    const scene = watchRecords("market/markets/short-sale-report", { query: { date: { last: 10 } } });
    scene.today = today;
    scene.records = reports(before);
    await scene.poll();
    for (const step of steps) {
      scene.records = reports(step);
      expect(told(await scene.poll())).toEqual([]);
    }
  });
});

test("ratios that really are others are told, and held where they are many", async () => {
  const scene = watchRecords("market/markets/short-sale-report", { query: { date: { last: 10 } } });
  scene.today = today;
  scene.records = reports(all(4));
  await scene.poll();
  scene.records = scene.records.map((record, index) =>
    index === 7 ? { ...record, ratio: Number(record.ratio) + 0.01 } : record,
  );
  expect(told(await scene.poll())).toEqual(["market.short-sale-report.corrected 1307"]);
  scene.records = scene.records.map((record) => ({ ...record, ratio: Number(record.ratio) * 2 }));
  const diff = await scene.poll();
  expect(diff.drafts).toHaveLength(10 * reportsADay);
  expect(massRewrite(diff, { items: 50, share: 0.2 })).toMatchObject({
    items: 400,
    covers: 400,
    fields: ["ratio"],
  });
});
