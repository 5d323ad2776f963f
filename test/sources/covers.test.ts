/** Number of items of which a poll says that it saw again what was published before. */
import { expect, test } from "vitest";
import { createMarginAlerts } from "../../src/sources/margin-alerts/index.ts";
import { createShortSaleReports } from "../../src/sources/short-sale-reports/index.ts";
import { everyDay } from "../support/every-day.ts";
import { createMemoryMarket, nameless } from "./memory-market.ts";
import { createMemoryState } from "./memory-state.ts";
import { pollAndCommit } from "./poll-and-commit.ts";

const mon = "2026-11-16";
const tue = "2026-11-17";
const wed = "2026-11-18";

const margin = (code: string, publishedOn: string, appliedOn: string) => ({
  code,
  publishedOn,
  appliedOn,
  shortOutstanding: 1000,
});

const short = (code: string, disclosedOn: string, calculatedOn: string) => {
  return { code, seller: "Example Capital", ratio: 0.6, disclosedOn, calculatedOn };
};

test("a margin alert counts once, however many of its days were read again, and not by a new one", async () => {
  const market = createMemoryMarket();
  const time = { today: tue };
  const source = createMarginAlerts(market, () => time.today, nameless, everyDay);
  const state = createMemoryState();
  market.margin = [margin("7203", mon, "2026-11-13"), margin("7203", tue, mon), margin("6758", tue, mon)];
  expect((await pollAndCommit(source, state)).covers).toBeUndefined();
  time.today = wed;
  market.margin.push(margin("7203", wed, tue), margin("9984", wed, tue));
  expect((await pollAndCommit(source, state)).covers).toBe(2);
});

test("a margin alert published again on a later day for the same day is one that was seen", async () => {
  const market = createMemoryMarket();
  const time = { today: tue };
  const source = createMarginAlerts(market, () => time.today, nameless, everyDay);
  const state = createMemoryState();
  market.margin = [margin("7203", tue, mon), margin("6758", tue, mon)];
  await pollAndCommit(source, state);
  time.today = wed;
  market.margin = [...market.margin, { ...margin("7203", wed, mon), shortOutstanding: 2000 }];
  expect(await pollAndCommit(source, state)).toMatchObject({
    covers: 2,
    drafts: [{ type: "margin.alert.corrected" }],
  });
});

test("a short position counts by its known reports, not by a new one", async () => {
  const market = createMemoryMarket();
  const time = { today: tue };
  const source = createShortSaleReports(market, () => time.today, nameless, everyDay);
  const state = createMemoryState();
  market.shorts = [short("7203", mon, "2026-11-13"), short("7203", tue, mon), short("6758", tue, mon)];
  await pollAndCommit(source, state);
  time.today = wed;
  market.shorts = [short("7203", tue, mon), short("6758", wed, tue), short("9984", wed, tue)];
  expect((await pollAndCommit(source, state)).covers).toBe(1);
});
