/** The simulator sends what the clients know, in both dialects: no unknown field, no bad record. */
import { describe, expect, test } from "vitest";
import { createHttp } from "../../src/lib/http/http.ts";
import { createForumClient } from "../../src/upstreams/forum/client.ts";
import type { MarketCall } from "../../src/upstreams/market/call.ts";
import { type MarketCallName, marketCalls } from "../../src/upstreams/market/calls.ts";
import { createMarketClient } from "../../src/upstreams/market/client.ts";
import { createOddities } from "../../src/upstreams/misfits.ts";
import { createStatisticsClient } from "../../src/upstreams/statistics/client.ts";
import { notPlayed } from "./not-played.ts";
import { openWorld, startDate } from "./open-world.ts";

const names = Object.keys(marketCalls) as MarketCallName[];
/** Derivatives come out after midnight. */
const dayOf = (name: string) => (name.startsWith("derivatives/") ? "2026-02-27" : startDate);
const http = () => createHttp({ retries: 0 });

describe.each(["documented", "observed"] as const)("the %s simulator", (dialect) => {
  test("sends nothing odd on any call", async () => {
    const { simulator, clock } = await openWorld({ dialect, elapsedMs: 50_000 });
    const oddities = createOddities();
    const read = new Map<string, number>();
    const count = (name: string, rows: readonly unknown[]) => read.set(name, rows.length);

    const market = createMarketClient({ url: simulator.marketUrl, apiKey: "k", http: http() });
    const there = names.filter((name) => !notPlayed[dialect].includes(name));
    for (const name of there) {
      const { required = [], parameters }: MarketCall = marketCalls[name];
      const query = {
        ...(required.includes("code") ? { code: "0028" } : {}),
        ...(parameters.includes("date") && name !== "equities/master" ? { date: dayOf(name) } : {}),
      };
      count(name, await market.read(name, query, undefined, oddities));
    }
    const forum = createForumClient({ url: simulator.forumUrl, http: http(), clock });
    const { comments } = await forum.comments({ code: "7203", size: 50 }, undefined, oddities);
    count("comments", comments);
    count("ranking", (await forum.ranking({ term: "daily", page: 1 }, undefined, oddities)).rows);

    for (const language of ["en", "jp"] as const)
      for (const format of ["json", "csv"] as const) {
        const form = { language, format };
        const statistics = createStatisticsClient({ url: simulator.statisticsUrl, language, http: http() });
        const series = await statistics.catalogue({ db: "FM08", ...form }, undefined, oddities);
        count(`catalogue ${language} ${format}`, series);
        const code = series[0]?.code ?? "";
        const data = await statistics.dataByCode({ db: "FM08", codes: [code], ...form }, undefined, oddities);
        count(`data ${language} ${format}`, data);
      }

    expect(oddities.unknownFields).toEqual([]);
    expect(oddities.badRecords).toEqual([]);
    const empty = [...read].filter(([, rows]) => rows === 0).map(([name]) => name);
    expect(empty.length).toBeLessThan(read.size / 3);
  });
});
