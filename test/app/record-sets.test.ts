/**
 * Every set of records over real HTTP against the simulator, in both dialects, for some business days; in the quick runs
 * those that settings declare in one.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Failure } from "../../src/lib/failure.ts";
import { createHttp } from "../../src/lib/http/http.ts";
import { jstDay } from "../../src/model/dates.ts";
import type { Simulator } from "../../src/simulator/index.ts";
import { createRecordSource } from "../../src/sources/records/index.ts";
import type { RecordsOptions, Stored } from "../../src/sources/records/state.ts";
import type { CallRegistry } from "../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { recordItem } from "../../src/upstreams/record.ts";
import { recordSetsOf } from "../../src/upstreams/record-sets.ts";
import { createStatisticsClient } from "../../src/upstreams/statistics/client.ts";
import { notPlayed } from "../simulator/not-played.ts";
import { openWorld } from "../simulator/open-world.ts";
import { createMemoryState } from "../sources/memory-state.ts";
import { pollAndCommit } from "../sources/poll-and-commit.ts";
import { isLong } from "../support/runs.ts";
import { ways } from "../upstreams/market/seven-calls.ts";

const dayMs = 60_000;
/** Parameters that sets are asked with, where they need them. */
const queries: Record<string, Record<string, string | string[]>> = {
  "market/indices/bars/daily": { code: ["0000", "0028"] },
  "market/equities/bars/minute": { code: ["7203", "67580"] },
  "market/bulk/list": { endpoint: ["/fins/earnings-date"] },
  "statistics/getMetadata": { db: "FM08" },
};

/** Sets that have nothing in these days. */
const empty = [
  "documented market/fins/dividend",
  "observed market/equities/earnings-calendar",
  ...["documented", "observed"].map((dialect) => `${dialect} market/edinet/cross-shareholdings`),
];

const dialects = ["documented", "observed"] as const;

describe.each(
  dialects.flatMap((dialect) =>
    ways
      .filter(([way]) => isLong || dialect === "observed" || way === "built in")
      .map(([way, calls, isOf]) => ({ dialect, way, calls, isOf })),
  ),
)("in the $dialect dialect, $way", ({ dialect, calls, isOf }) => {
  const sets = recordSetsOf(calls);
  const names = [...sets.keys()].filter((from) => isOf(from.replace("market/", "")));
  let simulator: Simulator;
  /** Each set's source, polled in the evening of a day; the next one is in its evening since. */
  const polled = new Map<string, Awaited<ReturnType<typeof firstPoll>>>();
  async function firstPoll(from: string) {
    const [source, state] = [sourceOf(from, simulator, calls), createMemoryState()];
    const first = await pollAndCommit(source, state).catch((error: unknown) => error);
    return { source, state, first };
  }
  beforeAll(async () => {
    const world = await openWorld({ dialect, dayMs });
    simulator = world.simulator;
    world.clock.move(dayMs * 0.9);
    for (const from of names) polled.set(from, await firstPoll(from));
    world.clock.move(dayMs);
  });
  afterAll(() => simulator.close());

  // Half days are not among those that settings declare.
  const halves = ["", "/am"].filter(
    (half) => (isLong || dialect === "observed") && names.includes(`market/equities/bars/daily${half}`),
  );
  test.each(halves)("bars%s of all stocks and of some are the same", async (half) => {
    const from = `market/equities/bars/daily${half}`;
    const stored = async (query: RecordsOptions["query"]) => {
      const state = createMemoryState();
      const { baselined } = await pollAndCommit(sourceOf(from, simulator, calls, query), state);
      return (baselined?.scopes ?? []).flatMap((scope) => [...state.items(scope).values()] as Stored[]);
    };
    const some = await stored({ code: ["7203", "67580"] });
    const all = await stored({});
    const codes = new Set(some.map(({ record }) => record.code));
    expect(codes).toEqual(new Set(["7203", "6758"]));
    expect(all.filter(({ record }) => codes.has(record.code))).toEqual(expect.arrayContaining(some));
    expect(new Set(all.map(({ record }) => record.code)).size).toBeGreaterThan(100);
    for (const { record } of all) expect(record.name).toEqual(expect.any(String));
  });

  test.each(names)("%s", async (from) => {
    const { source, state, first } = polled.get(from) ?? (await firstPoll(from));
    if (notPlayed[dialect].includes(from.replace("market/", "")))
      return expect(first).toBeInstanceOf(Failure);
    if (first instanceof Error) throw first;
    const { baselined } = first as Awaited<ReturnType<typeof pollAndCommit>>;
    expect(baselined?.items === 0).toBe(empty.includes(`${dialect} ${from}`));
    const { drafts } = await pollAndCommit(source, state);
    const item = recordItem(sets.get(from)?.fields ?? {});
    // The world goes on and corrects a little; nothing that was published goes.
    const isGood = ({ type, data, subject }: (typeof drafts)[number]) =>
      /\.(added|corrected)$/.test(type) && subject !== "" && item.safeParse(data.now).success;
    expect(drafts.filter((draft) => !isGood(draft))).toEqual([]);
    if (from.endsWith("/short-sale-report"))
      expect(drafts.some(({ type }) => type === "market.short-sale-report.corrected")).toBe(true);
    if (from.includes("/bars/daily")) expect(drafts.length).toBeGreaterThan(0);
  });
});

function sourceOf(
  from: string,
  simulator: Simulator,
  calls: CallRegistry,
  query: RecordsOptions["query"] = queries[from] ?? {},
) {
  const set = recordSetsOf(calls).get(from);
  if (set === undefined) throw new Error(`no set ${from}`);
  const http = createHttp();
  const clients = {
    market: createMarketClient({ url: simulator.marketUrl, apiKey: "any", http, calls }),
    statistics: createStatisticsClient({ url: simulator.statisticsUrl, language: "en", http }),
  };
  const counts = (field: string) => !set.key.includes(field) && !set.asides?.includes(field);
  const compare = Object.keys(set.fields).filter(counts);
  const options = { name: "records", set, key: set.key, compare, tolerance: {}, query };
  const readNames = async () => {
    const names = await clients.market.names();
    return (code: string) => names.get(code)?.name;
  };
  return createRecordSource(options, { clients, today: () => jstDay(simulator.now()), readNames });
}
