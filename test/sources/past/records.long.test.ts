import { describe, expect, onTestFinished, test } from "vitest";
import { addDays } from "../../../src/model/dates.ts";
import { openSimulator } from "../../../src/simulator/index.ts";
import { createIssueNames } from "../../../src/sources/dated.ts";
import {
  groundPieces,
  type RecordsOptions,
  recordSource,
  recordsHistory,
} from "../../../src/sources/index.ts";
import { createRecordSource } from "../../../src/sources/records/index.ts";
import { recordSetsOf } from "../../../src/upstreams/record-sets.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { isLong } from "../../support/runs.ts";
import { at, clientsAt, fetchPieces, inOrder, live, type MakeSource, play } from "./lived-and-played.ts";

function optionsOf(from: string, query: object): RecordsOptions {
  const set = recordSetsOf().get(from);
  if (set === undefined) throw new Error(`no record set ${from}`);
  const written = { from, schedule: "0 0 18 * * *", query };
  return {
    ...(recordSource("records", written, { sets: recordSetsOf(), unread: [] }).parse(
      written,
    ) as unknown as RecordsOptions),
    name: "records",
    set,
  };
}

const make =
  (options: RecordsOptions): MakeSource =>
  (clients, { today, clock }) =>
    createRecordSource(options, {
      clients,
      today: today.market,
      readNames: createIssueNames(clients.market, today.market, clock),
    }) as ReturnType<MakeSource>;

function historyOf(options: RecordsOptions) {
  const history = recordsHistory(options);
  if ("none" in history) throw new Error(history.none);
  return history;
}

const settings = { timezone: "Asia/Tokyo" };
const means = { watchlists: () => ({}) };

const watched: [string, object][] = [
  ["market/fins/summary", {}],
  // Every stock is asked for by itself in one of the dialects, at every poll.
  ...(isLong ? [["market/equities/bars/daily", {}] as [string, object]] : []),
  ["market/equities/bars/daily", { code: ["7203", "6758"] }],
  ["market/markets/short-ratio", {}],
  ["market/markets/short-ratio", { s33: "3700" }],
  ["market/equities/investor-types", { section: "TSEPrime" }],
  ["market/indices/bars/daily/mkt", {}],
  ["market/indices/bars/daily", { code: "0028" }],
  ["market/derivatives/bars/daily/futures", { category: "NK225F" }],
];

/** The third is a holiday. */
const [first, last] = ["2026-11-02", "2026-11-10"];

describe.each(["documented", "observed"] as const)("as %s", (dialect) => {
  test.each(watched)("%s %o: life and past tell the same", async (from, query) => {
    const options = optionsOf(from, query);
    const clock = createHandClock(at(first, "06:00"));
    const simulator = await openSimulator({ realTime: true, startDate: first, clock, dialect });
    onTestFinished(simulator.close);
    const clients = clientsAt(simulator.url, clock);
    const open = await clients.market.tradingDays({ from: first, to: last });
    const times = [...open].flatMap(([day, isOpen]) => (isOpen ? [at(day, "18:30"), at(day, "23:30")] : []));
    const lived = await live(make(options), clients, times, clock);
    const period = { from: addDays(first, -30), to: last };
    const history = historyOf(options);
    const pieces = [...groundPieces(period), ...history.pieces(settings, period, means)];
    const past = await fetchPieces(pieces, clients);
    const told = inOrder(await play(make(options), past, times));
    expect(told).toEqual(inOrder(lived));
    expect(told.flat()).not.toEqual([]);
    const moments = [...history.moments(settings, past, period)];
    for (const [index, drafts] of told.entries()) {
      const [before = 0, time = 0] = [times[index - 1], times[index]];
      if (drafts.length > 0) expect(moments.some((moment) => moment > before && moment <= time)).toBe(true);
    }
  });
});

/** The plain prices of all stocks, fetched from a service of a dialect: the calls that were made, and the records. */
async function fetchPrices(dialect: "documented" | "observed", to: string) {
  const clock = createHandClock(at(last, "23:00"));
  const simulator = await openSimulator({ realTime: true, startDate: first, clock, dialect });
  onTestFinished(simulator.close);
  const clients = clientsAt(simulator.url, clock);
  let asked = 0;
  const market: typeof clients.market = {
    ...clients.market,
    pages(...call) {
      asked += 1;
      return clients.market.pages(...call);
    },
  };
  const pieces = historyOf(optionsOf("market/equities/bars/daily", {})).pieces(
    settings,
    { from: first, to },
    means,
  );
  const past = await fetchPieces(pieces, { ...clients, market });
  const days = past.days("market/equities/bars/daily", { from: first, to });
  const stocks = (await clients.market.names()).size;
  const counts = days.map((day) => past.between("market/equities/bars/daily", { from: day, to: day }).length);
  return { asked, days, stocks, counts };
}

test("prices of all stocks cost a request a day, or one a stock where their rows do not say which it is", async () => {
  const observed = await fetchPrices("observed", "2026-11-10");
  expect(observed.days).toEqual([
    "2026-11-02",
    "2026-11-04",
    "2026-11-05",
    "2026-11-06",
    "2026-11-09",
    "2026-11-10",
  ]);
  expect(observed.counts).toEqual(observed.days.map(() => observed.stocks));
  // Seven weekdays, one of them asked twice to learn what its rows say.
  expect(observed.asked).toBe(8);
  const documented = await fetchPrices("documented", "2026-11-10");
  expect(documented.days).toEqual(observed.days);
  // The other dialect has a row without prices for a stock that was not traded.
  for (const count of documented.counts) expect(count).toBeGreaterThan(documented.stocks - 10);
  expect(documented.asked).toBeLessThan(documented.stocks + 5);
});
