/** A client for each service, the simulator's address where there is none; each with connections of its own. */
import type { Config } from "../config/config.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import type { Gate } from "../lib/http/gate.ts";
import { createHttp } from "../lib/http/http.ts";
import { createOneAtATime } from "../lib/one-at-a-time.ts";
import type { Simulator } from "../simulator/index.ts";
import { createForumClient } from "../upstreams/forum/client.ts";
import type { ForumCalls } from "../upstreams/forum/records.ts";
import { createMarketClient } from "../upstreams/market/client.ts";
import type { MarketCalls } from "../upstreams/market/records.ts";
import { createStatisticsClient } from "../upstreams/statistics/client.ts";
import type { StatisticsCalls } from "../upstreams/statistics/records.ts";

export interface Clients {
  readonly market: MarketCalls;
  readonly forum: ForumCalls;
  readonly statistics: StatisticsCalls;
}

const bytesPerMb = 1_000_000;

/** The simulator takes any key. */
const simulatedKey = "simulated";

/** @param simulator given where any service is simulated */
export function createClients(
  { upstreams }: Config,
  simulator: Simulator | undefined,
  gates: Readonly<Record<keyof Clients, Gate | undefined>>,
  clock: Clock = systemClock,
): Clients {
  const { market, forum, statistics } = upstreams;
  const address = (url: string, simulated: string | undefined) =>
    url === "simulated" ? (simulated ?? "") : url;
  return {
    market: createMarketClient({
      url: address(market.url, simulator?.marketUrl),
      apiKey: market.url === "simulated" ? simulatedKey : (market.apiKey ?? ""),
      http: createHttp({ clock, gate: gates.market }),
    }),
    forum: oneCommentsCallACode(
      createForumClient({
        url: address(forum.url, simulator?.forumUrl),
        userAgent: forum.userAgent,
        http: createHttp({ clock, gate: gates.forum }),
        clock,
      }),
    ),
    statistics: createStatisticsClient({
      url: address(statistics.url, simulator?.statisticsUrl),
      language: statistics.language,
      http: createHttp({
        clock,
        gate: gates.statistics,
        limits: { maxBytes: statistics.maxAnswerMb * bytesPerMb },
      }),
    }),
  };
}

/** Whoever asks: the comments of one stock are asked for by one call at a time. */
function oneCommentsCallACode(forum: Clients["forum"]): Clients["forum"] {
  const calls = createOneAtATime();
  return {
    ...forum,
    comments: (query, signal, oddities) =>
      calls.run(query.code, signal, () => forum.comments(query, signal, oddities)),
  };
}
