/** An answer of many rows is compared in steps, which come to what one go comes to. */
import { expect, test } from "vitest";
import { atOnce, isSteps } from "../../../src/lib/turns.ts";
import { createShortSaleReports } from "../../../src/sources/short-sale-reports/index.ts";
import { everyDay } from "../../support/every-day.ts";
import { createMemoryMarket, nameless } from "../memory-market.ts";
import { createMemoryState } from "../memory-state.ts";

test("no step takes more than some thousands of rows", async () => {
  const market = createMemoryMarket();
  const state = createMemoryState();
  const source = createShortSaleReports(market, () => "2026-11-20", nameless, everyDay);
  const { signal } = new AbortController();
  const poll = async () => (await source.poll({ state, signal })).answer;
  state.apply(atOnce(source.diff(await poll(), state)));
  for (let index = 0; index < 10_000; index++) {
    const row = { code: String(1_300 + (index % 5_000)), seller: `Example Capital ${index % 7}`, ratio: 0.6 };
    market.shorts.push({ ...row, shares: index, calculatedOn: "2026-11-19", disclosedOn: "2026-11-20" });
  }
  const steps = source.diff(await poll(), state);
  if (!isSteps(steps)) throw new Error("it is compared in one go");
  let taken = 0;
  for (let step = steps.next(); step.done !== true; step = steps.next()) taken += 1;
  expect(taken).toBeGreaterThanOrEqual(5);
  expect(atOnce(source.diff(await poll(), state)).drafts).toHaveLength(10_000);
});
