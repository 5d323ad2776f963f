/** The built-in sources with a tolerance, made by the registry as the settings say. */
import { expect, test } from "vitest";
import { createNamedSources, type SourcesOptions } from "../../src/sources/index.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { createMemoryForum } from "./forum-comments/memory-forum.ts";
import { createMemoryMarket } from "./memory-market.ts";
import { createMemoryState } from "./memory-state.ts";
import { pollAndCommit } from "./poll-and-commit.ts";
import { createMemoryStatistics } from "./statistics-updates/memory-statistics.ts";

const today = "2026-11-18";

function setUp(options: SourcesOptions) {
  const clients = {
    forum: createMemoryForum(),
    market: createMemoryMarket(),
    statistics: createMemoryStatistics(),
  };
  const day = () => today;
  const clock = createHandClock();
  const clocks = { clock, today: { forum: day, market: day, statistics: day } };
  const [source] = createNamedSources(options, clients, clocks);
  if (source === undefined) throw new Error("no source");
  const state = createMemoryState();
  const poll = async () => {
    // Older days are not read again at once.
    clock.move(60_000);
    const { drafts } = await pollAndCommit(source, state);
    return drafts.map(
      ({ type, subject, rewrites }) => `${type} ${subject}${rewrites ? `: ${rewrites}` : ""}`,
    );
  };
  return { ...clients, poll };
}

test("a short position within the tolerance is neither corrected nor grown, beyond it both", async () => {
  const tolerance = { ratio: 0.02, shares: 100 };
  const { market, poll } = setUp({ "short-sale-reports": { tolerance } });
  const report = (
    ratio: number,
    shares: number,
    calculatedOn = "2026-11-16",
    disclosedOn = "2026-11-17",
  ) => ({
    code: "7203",
    seller: "Example Capital",
    ratio,
    shares,
    calculatedOn,
    disclosedOn,
  });
  market.shorts = [report(0.61, 1000)];
  await poll();
  market.shorts = [report(0.63, 1100)];
  expect(await poll()).toEqual([]);
  market.shorts = [report(0.64, 1100)];
  expect(await poll()).toEqual(["short.report.corrected 7203: 7203/Example Capital"]);
  const later = ["2026-11-17", today] as const;
  market.shorts = [report(0.64, 1100), report(0.66, 1200, ...later)];
  expect(await poll()).toEqual([]);
  market.shorts = [report(0.64, 1100), report(0.67, 1200, ...later)];
  expect(await poll()).toEqual([]);
  market.shorts = [report(0.64, 1100), report(0.69, 1200, ...later)];
  expect(await poll()).toEqual(["short.report.corrected 7203: 7203/Example Capital"]);
});

test("margin figures within the tolerance are no correction and no change", async () => {
  const tolerance = { shortOutstanding: 50, shortRatio: 0.1 };
  const { market, poll } = setUp({ "margin-alerts": { tolerance } });
  const row = (
    shortOutstanding: number,
    shortRatio: number,
    publishedOn = "2026-11-17",
    appliedOn = "2026-11-16",
  ) => ({
    code: "7203",
    publishedOn,
    appliedOn,
    shortOutstanding,
    shortRatio,
  });
  market.margin = [row(1000, 1.25)];
  await poll();
  market.margin = [row(1050, 1.35)];
  expect(await poll()).toEqual([]);
  market.margin = [row(1051, 1.35)];
  expect(await poll()).toEqual(["margin.alert.corrected 7203: 7203"]);
  market.margin = [row(1051, 1.35), row(1100, 1.45, today, "2026-11-17")];
  expect(await poll()).toEqual([]);
  market.margin = [row(1051, 1.35), row(1100, 1.56, today, "2026-11-17")];
  expect(await poll()).toEqual(["margin.alert.corrected 7203: 7203"]);
});

test("a statistic within the tolerance is not revised", async () => {
  const watch = [{ db: "FM08", codes: ["FXERD01"] }];
  const { statistics, poll } = setUp({ "statistics-updates": { watch, tolerance: { value: 0.05 } } });
  const set = (value: number) => statistics.set("FM08", "FXERD01", { values: { "2026-11-17": value } });
  set(155.25);
  await poll();
  set(155.3);
  expect(await poll()).toEqual([]);
  set(155.31);
  expect(await poll()).toEqual(["statistics.series.revised FM08/FXERD01: FM08/FXERD01"]);
});

test("news rewrites nothing", async () => {
  const { market, poll } = setUp({ "margin-alerts": {} });
  const row = (code: string, publishedOn: string, shortRatio: number) => ({
    ...{ code, publishedOn, appliedOn: publishedOn, shortRatio },
  });
  market.margin = [row("7203", "2026-11-16", 1), row("6758", "2026-11-16", 1)];
  await poll();
  market.margin.push(row("7203", "2026-11-17", 2), row("9984", "2026-11-17", 1));
  expect((await poll()).sort()).toEqual([
    "margin.alert.added 9984",
    "margin.alert.changed 7203",
    "margin.alert.lifted 6758",
  ]);
});
