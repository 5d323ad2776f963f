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
import { createRecords } from "../../../src/sources/records/index.ts";
import { recordSets } from "../../../src/upstreams/record-sets.ts";
import { createHandClock } from "../../support/hand-clock.ts";
import { at, clientsAt, fetchPieces, inOrder, live, type MakeSource, play } from "./lived-and-played.ts";

function optionsOf(from: string, query: object): RecordsOptions {
  const set = recordSets.get(from);
  if (set === undefined) throw new Error(`no record set ${from}`);
  const written = { from, schedule: "0 0 18 * * *", query };
  return {
    ...(recordSource("records", written).parse(written) as unknown as RecordsOptions),
    name: "records",
    set,
  };
}

const make =
  (options: RecordsOptions): MakeSource =>
  (clients, { today, clock }) =>
    createRecords(options, {
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
  ["market/equities/bars/daily", { code: ["7203", "6758"] }],
  ["market/markets/short-ratio", {}],
  ["market/markets/short-ratio", { s33: "3700" }],
  ["market/equities/investor-types", { section: "TSEPrime" }],
  ["market/indices/bars/daily/mkt", {}],
  ["market/indices/bars/daily", { code: "0028" }],
  ["market/derivatives/bars/daily/futures", { category: "NK225F" }],
];

/** The third is a holiday. */
const [first, last] = ["2026-11-02", "2026-11-13"];

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
