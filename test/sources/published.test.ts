/** The newest publication that a poll says that it saw. */
import { expect, test } from "vitest";
import { createForumComments } from "../../src/sources/forum-comments/index.ts";
import { createMarginAlerts } from "../../src/sources/margin-alerts/index.ts";
import { createShortSaleReports } from "../../src/sources/short-sale-reports/index.ts";
import { createStatisticsUpdates } from "../../src/sources/statistics-updates/index.ts";
import { everyDay } from "../support/every-day.ts";
import { createMemoryForum } from "./forum-comments/memory-forum.ts";
import { createMemoryMarket, nameless } from "./memory-market.ts";
import { createMemoryState } from "./memory-state.ts";
import { pollAndCommit } from "./poll-and-commit.ts";
import { createMemoryStatistics } from "./statistics-updates/memory-statistics.ts";

const mon = "2026-11-16";
const tue = "2026-11-17";
const wed = "2026-11-18";

test("margin alerts: the newest day of publication, at first sight too; a day of corrections is none", async () => {
  const market = createMemoryMarket();
  const source = createMarginAlerts(market, () => wed, nameless, everyDay);
  const state = createMemoryState();
  const row = (code: string, publishedOn: string, appliedOn: string) => ({ code, publishedOn, appliedOn });
  expect((await pollAndCommit(source, state)).published).toBeUndefined();
  market.margin = [row("7203", mon, "2026-11-13")];
  expect((await pollAndCommit(source, createMemoryState())).published).toBe(mon);
  expect((await pollAndCommit(source, state)).published).toBe(mon);
  market.margin.push({ ...row("7203", tue, "2026-11-13"), shortOutstanding: 5 });
  expect((await pollAndCommit(source, state)).published).toBe(mon);
  market.margin.push(row("7203", tue, mon));
  expect((await pollAndCommit(source, state)).published).toBe(tue);
});

test("short sale reports: the newest day of disclosure", async () => {
  const market = createMemoryMarket();
  const source = createShortSaleReports(market, () => wed, nameless, everyDay);
  const state = createMemoryState();
  const report = (disclosedOn: string) => ({
    code: "7203",
    seller: "Example Capital",
    ratio: 0.6,
    calculatedOn: "2026-11-13",
    disclosedOn,
  });
  market.shorts = [report(mon)];
  expect((await pollAndCommit(source, state)).published).toBe(mon);
  market.shorts.push(report(wed), report(tue));
  expect((await pollAndCommit(source, state)).published).toBe(wed);
});

test("statistics: the newest last update of what was fetched, by code or by catalogue", async () => {
  const service = createMemoryStatistics();
  service.set("FM01", "A", { lastUpdate: mon, values: { [mon]: 1 } });
  service.set("FM01", "B", { lastUpdate: tue, values: { [mon]: 1 } });
  const byCode = createStatisticsUpdates({ watch: [{ db: "FM01", codes: ["A", "B"] }] }, service, () => wed);
  expect((await pollAndCommit(byCode, createMemoryState())).published).toBe(tue);
  const all = createStatisticsUpdates({ watch: [{ db: "FM01" }] }, service, () => wed);
  const state = createMemoryState();
  expect((await pollAndCommit(all, state)).published).toBe(tue);
  // Nothing was fetched: what was published is remembered beside the state.
  expect((await pollAndCommit(all, state)).published).toBeUndefined();
  service.set("FM01", "A", { lastUpdate: wed, values: { [mon]: 1, [tue]: 2 } });
  expect((await pollAndCommit(all, state)).published).toBe(wed);
});

test("a forum has no publications", async () => {
  const forum = createMemoryForum();
  forum.post("7203", 1, 2);
  const source = createForumComments({ codes: ["7203"], pageSize: 50 }, forum, () => wed);
  expect((await pollAndCommit(source, createMemoryState())).published).toBeUndefined();
});
