/** A client for each service, with its limits: at the simulator's address where it is simulated. */

import { type Clock, systemClock } from "../lib/clock.ts";
import { createGate, createGateByPath, type Gate, type GateMemory, type ToldGate } from "../lib/http/gate.ts";
import { createHttp } from "../lib/http/http.ts";
import type { WindowLimit } from "../lib/http/window.ts";
import { createOneAtATime } from "../lib/turns.ts";
import { StoreError } from "../model/store-faults.ts";
import type { UpstreamName } from "../sources/index.ts";
import { createForumClient } from "../upstreams/forum/client.ts";
import type { ForumCalls } from "../upstreams/forum/records.ts";

import { callLimits } from "../upstreams/market/calls.ts";
import { createMarketClient, type MarketService } from "../upstreams/market/client.ts";

import { createStatisticsClient } from "../upstreams/statistics/client.ts";
import type { StatisticsCalls } from "../upstreams/statistics/records.ts";
import type { Config } from "./config.ts";
import { callsIn, isSimulated } from "./services.ts";

export interface ServiceClients {
  readonly market: MarketService;
  readonly forum: ForumCalls;
  readonly statistics: StatisticsCalls;
}

const bytesPerMb = 1_000_000;

/** The simulator takes any key. */
const simulatedKey = "simulated";

/** Addresses of the simulated services, without a slash at the end. */
interface SimulatorUrls {
  readonly marketUrl: string;
  readonly forumUrl: string;
  readonly statisticsUrl: string;
}

/** @param simulator given where any service is simulated */
export function createClients(
  { upstreams }: Config,
  simulator: SimulatorUrls | undefined,
  gates: Readonly<Record<keyof ServiceClients, Gate | undefined>>,
  clock: Clock = systemClock,
): ServiceClients {
  const { market, forum, statistics } = upstreams;
  const address = (url: string, simulated: string | undefined) =>
    url === "simulated" ? (simulated ?? "") : url;
  return {
    market: createMarketClient({
      url: address(market.url, simulator?.marketUrl),
      apiKey: market.url === "simulated" ? simulatedKey : (market.apiKey ?? ""),
      http: createHttp({ clock, gate: gates.market }),
      calls: callsIn({ upstreams }),
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
function oneCommentsCallACode(forum: ServiceClients["forum"]): ServiceClients["forum"] {
  const calls = createOneAtATime();
  return {
    ...forum,
    comments: (query, signal, oddities) =>
      calls.run(query.code, signal, () => forum.comments(query, signal, oddities)),
  };
}

export type Gates = Readonly<Record<UpstreamName, ToldGate | undefined>>;

interface Meta {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

/** Requests a minute. */
const plans = { free: 5, light: 60, standard: 120, premium: 500 } as const;

/**
 * Share of a limit's requests that the monitor's polls may make at once and the background leaves to them; the rest is
 * spread over the minute.
 */
const burstShare = 0.25;

/** A little over a minute: the service's clock is not ours. */
const minuteMs = 60_050;

/** A limit that a service sets, as an estimate of time needs it. */
export interface RequestSpacing {
  /** Time that it leaves to each request at least, ms; 0: no limit is known. */
  readonly ms: number;
  /** Whether the requests of a call count in it. */
  counts(call: string): boolean;
}

/** The limits of a service: first that of the plan, then those that some calls have beside it or in its place. */
export function requestSpacings(
  config: Pick<Config, "upstreams">,
  service: UpstreamName,
): readonly [RequestSpacing, ...RequestSpacing[]] {
  const { market, statistics } = config.upstreams;
  const all = () => true;
  if (isSimulated(config, service) || service === "forum") return [{ ms: 0, counts: all }];
  if (service === "statistics") return [{ ms: statistics.spacing, counts: all }];
  const limits = callLimits(callsIn(config)).map(({ ends, isApart, requestsPerMinute }) => {
    const counts = (call: string) => ends.includes(`/${call}`);
    return { isApart, ms: minuteMs / requestsPerMinute, counts };
  });
  const isInPlan = (call: string) => !limits.some(({ isApart, counts }) => isApart && counts(call));
  return [{ ms: minuteMs / plans[market.tier], counts: isInPlan }, ...limits];
}

/**
 * One gate a service, so that all who ask it keep to its limits together: the market's plan, and the calm that the
 * statistics ask for. Calls with a limit of their own have a gate of their own, beside that
 * of the plan or in its place. A simulated service has no gate: its business day lasts a minute, and nobody else asks it.
 *
 * @param meta where pauses outlive the process, for the monitor, whose polls go on for ever and are spread. Without
 * it they end with the process, and a command takes what the plan has as soon as it can.
 * @param calmMs time until the next poll of a service; left out: it may come at any time
 */
export function createGates(
  config: Pick<Config, "upstreams"> & Partial<Pick<Config, "cluster">>,
  meta?: Meta,
  clock: Clock = systemClock,
  calmMs?: (service: UpstreamName) => number,
): Gates {
  const { upstreams } = config;
  const gate = (service: UpstreamName, limit?: WindowLimit, name: string = service) => {
    if (isSimulated(config, service)) return undefined;
    const leastMs = config.cluster === undefined ? 0 : sharedMs;
    const memory = meta && gateMemory(meta, name, { clock, leastMs });
    const parts = { ...(limit && { limit }), ...(memory && { memory }) };
    return createGate({ service, clock, ...parts, ...(calmMs && { calmMs: () => calmMs(service) }) });
  };
  const atOnce = (all: number) => Math.ceil(all * burstShare);
  /** @param isSpread whether it is for itself; what counts towards the plan as well is spread by that */
  const minute = (requests: number, isSpread: boolean): WindowLimit => ({
    ...{ requests, windowMs: minuteMs },
    ...(meta && { reserve: atOnce(requests) }),
    ...(meta && isSpread && { burst: atOnce(requests) }),
  });
  const market = gate("market", minute(plans[upstreams.market.tier], true));
  const own = callLimits(callsIn(config)).flatMap(({ name, requestsPerMinute, isApart, ends }) => {
    const ownGate = gate("market", minute(requestsPerMinute, isApart), `market.${name}`);
    return ownGate === undefined ? [] : [{ ends, gate: ownGate, isApart }];
  });
  return {
    market: market && createGateByPath(market, own),
    forum: gate("forum"),
    statistics: gate("statistics", { requests: 1, windowMs: upstreams.statistics.spacing }),
  };
}

/** In a cluster every write goes to all machines: whoever takes over knows of the requests up to so long before, in ms. */
const sharedMs = 1_000;

/** @param leastMs time between two writes; what comes sooner is left out */
function gateMemory(
  meta: Meta,
  name: string,
  { clock, leastMs }: { readonly clock: Clock; readonly leastMs: number },
): GateMemory {
  const key = `gate.${name}`;
  let savedAt = Number.NEGATIVE_INFINITY;
  return {
    load: () => meta.get(key),
    save(text) {
      const now = clock.elapsed();
      if (now - savedAt < leastMs) return;
      savedAt = now;
      try {
        meta.set(key, text);
      } catch (error) {
        // The disk is full: every poll says so, and this process remembers without it.
        if (!(error instanceof StoreError)) throw error;
      }
    },
  };
}
