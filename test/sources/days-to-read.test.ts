import { expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { createDayPlans } from "../../src/sources/dated.ts";
import { createMarginAlerts } from "../../src/sources/margin-alerts/index.ts";
import { createShortSaleReports } from "../../src/sources/short-sale-reports/index.ts";
import { createHandClock } from "../support/hand-clock.ts";
import { createMemoryMarket, nameless } from "./memory-market.ts";
import { createMemoryState } from "./memory-state.ts";
import { pollAndCommit, told } from "./poll-and-commit.ts";

const days = ["2026-11-12", "2026-11-13", "2026-11-16", "2026-11-17", "2026-11-18"];
const [, , monday = "", tuesday = "", wednesday = ""] = days;

function setUp() {
  const clock = createHandClock();
  const market = createMemoryMarket();
  const time = { today: wednesday };
  const state = createMemoryState();
  const plans = createDayPlans(clock, 2);
  return { clock, market, time, state, plans };
}

function margin() {
  const all = setUp();
  const source = createMarginAlerts(all.market, () => all.time.today, nameless, all.plans);
  return { ...all, poll: () => pollAndCommit(source, all.state) };
}

function asking({ market }: ReturnType<typeof setUp>) {
  const asked = market.asked;
  market.asked = [];
  return asked;
}

const position = { code: "7203", seller: "Example Capital", shares: 1000 };

test("polled every second, a source asks for the older days every ten seconds", async () => {
  const all = margin();
  await all.poll();
  expect(asking(all)).toHaveLength(10);
  for (let second = 1; second < 10; second++) {
    all.clock.move(1_000);
    await all.poll();
    expect(asking(all)).toEqual([tuesday, wednesday]);
  }
  all.clock.move(1_000);
  await all.poll();
  expect(asking(all)).toEqual(days);
});

test("on a schedule of ten seconds and more every poll asks for all days", async () => {
  const all = margin();
  for (const length of [10, 5, 5]) {
    await all.poll();
    expect(asking(all)).toHaveLength(length);
    all.clock.move(10_000);
  }
});

test("all days are asked for again until they could be read", async () => {
  const all = margin();
  await all.poll();
  all.clock.move(10_000);
  const { read } = all.market;
  all.market.read = async () => {
    throw new Failure("server-error", "no");
  };
  await expect(all.poll()).rejects.toThrow(Failure);
  all.market.read = read;
  asking(all);
  await all.poll();
  expect(asking(all)).toEqual(days);
});

test("days that nobody read are read, however short the time since the last poll", async () => {
  const all = margin();
  await all.poll();
  asking(all);
  all.time.today = "2026-11-20";
  await all.poll();
  expect(asking(all)).toEqual([monday, tuesday, wednesday, "2026-11-19", "2026-11-20"]);
});

test("a margin row that stands under an older day stays when only the newest days are read", async () => {
  const all = margin();
  const rows = [
    { code: "7203", publishedOn: wednesday, appliedOn: tuesday, longOutstanding: 1 },
    { code: "6758", publishedOn: wednesday, appliedOn: "2026-11-13", longOutstanding: 2 },
  ];
  all.market.margin = rows;
  // A service that goes by the day of the figures.
  all.market.read = (async (_call: string, { date }: { date: string }) => {
    all.market.asked.push(date);
    return all.market.margin.filter(({ appliedOn }) => appliedOn === date);
  }) as unknown as typeof all.market.read;
  await all.poll();
  for (let second = 0; second < 25; second++) {
    all.clock.move(1_000);
    expect(told(await all.poll())).toEqual([]);
  }
  all.market.margin = [
    { code: "7203", publishedOn: wednesday, appliedOn: tuesday, longOutstanding: 9 },
    ...rows.slice(1),
  ];
  all.clock.move(1_000);
  expect(told(await all.poll())).toEqual(["margin.alert.corrected 7203"]);
});

test("a report of today is told at once, a correction of an older day within ten seconds", async () => {
  const all = setUp();
  const source = createShortSaleReports(all.market, () => all.time.today, nameless, all.plans);
  const poll = () => pollAndCommit(source, all.state);
  const old = { ...position, ratio: 0.6, calculatedOn: "2026-11-12", disclosedOn: "2026-11-13" };
  all.market.shorts = [old];
  await poll();
  all.market.shorts = [
    { ...old, ratio: 0.7 },
    { ...position, ratio: 0.9, calculatedOn: tuesday, disclosedOn: wednesday },
  ];
  all.clock.move(1_000);
  expect(told(await poll())).toEqual(["short.report.increased 7203"]);
  all.clock.move(9_000);
  expect(told(await poll())).toEqual(["short.report.corrected 7203"]);
});
