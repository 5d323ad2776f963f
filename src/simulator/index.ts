/** The three services on one port, over one world. */
import { createTokens } from "./forum/comments.ts";
import { createForumService } from "./forum/service.ts";
import { openServer } from "./http/server.ts";
import { type Dialect, type Fault, type Service, withFaults } from "./http/service.ts";
import { documentedDialect } from "./market/documented/dialect.ts";
import { type AccountPlan, type AddOn, addOns } from "./market/endpoint.ts";
import type { DoubtfulForm } from "./market/forms.ts";
import { withLaterCalls } from "./market/later/later-calls.ts";
import { observedDialect } from "./market/observed/dialect.ts";
import { createMarketService } from "./market/service.ts";
import { type AnswerLimits, documentedLimits, observedLimits } from "./statistics/records.ts";
import { createStatisticsService } from "./statistics/service.ts";
import {
  createWorld,
  createWorldClock,
  type World,
  type WorldClockOptions,
  type WorldOptions,
} from "./world/world.ts";

export { dialects, parseFault } from "./http/service.ts";
export { addOns, plans } from "./market/endpoint.ts";
export { doubtfulForms } from "./market/forms.ts";
export { parseLate } from "./world/publication-times.ts";
export { businessDaysBefore } from "./world/trading-calendar.ts";
export { createWorldClock } from "./world/world.ts";

export interface SimulatorOptions
  extends Omit<WorldOptions, "seed" | "realTime">,
    Omit<WorldClockOptions, "calendar"> {
  /** Number that makes the world: the same seed and start date give the same one; 1 by default. */
  seed?: number;
  /** 0, the default: any free port. */
  port?: number;
  /** 127.0.0.1 by default. */
  host?: string;
  /** Whether the services answer as their documents say, or as they were seen to; documented by default. */
  dialect?: Dialect;
  /** Records on a page of the market service; by default what the dialect has. */
  pageRows?: number;
  /** The market account's plan, which decides what it may call; premium by default. */
  plan?: AccountPlan;
  /** What the market account has besides its plan; all by default. */
  addOns?: readonly AddOn[];
  /** Forms of the market service that nobody is sure of; none by default. */
  forms?: readonly DoubtfulForm[];
  /** The only key that the market service takes; any by default. */
  apiKey?: string;
  /** Keeps the plan's requests a minute; `retryAfter` says in a refusal when to come back. */
  limits?: { retryAfter: boolean };
  /** Failures on purpose. */
  faults?: readonly Fault[];
  /** Time for which a forum token is valid; two hours by default. */
  tokenValidityMs?: number;
  /** Limits of the statistics service that differ from the documented ones. */
  statisticsLimits?: Partial<AnswerLimits>;
}

export interface Simulator {
  /** Without a slash at the end, like all of them. */
  readonly url: string;
  readonly port: number;
  readonly marketUrl: string;
  readonly forumUrl: string;
  readonly statisticsUrl: string;
  /** The world's time. */
  now(): Date;
  /** The world's place, in real milliseconds; keep it to go on from there. */
  elapsedMs(): number;
  close(): Promise<void>;
}

const twoHoursMs = 2 * 3_600_000;
/** 50 is the largest size the document knows of. */
const largestCommentPage = 100;

/** Rejects with node's error when it cannot listen (EADDRINUSE: the port is in use), with a RangeError for an invalid start date. */
export async function openSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { seed = 1, port = 0, host = "127.0.0.1" } = options;
  const world = createWorld({ ...options, seed });
  const time = createWorldClock({ ...options, calendar: world.calendar });
  const services = createServices(options, world, time.moment);
  const server = await openServer(
    {
      "/market/v2": services.market,
      "/forum": services.forum,
      "/statistics": services.statistics,
      "": createRoot(services),
    },
    { host, port, packs: options.dialect === "observed" ? "everything" : "long" },
  );
  const url = `http://${reachable(host)}:${server.port}`;
  return {
    url,
    port: server.port,
    marketUrl: `${url}/market/v2`,
    forumUrl: `${url}/forum`,
    statisticsUrl: `${url}/statistics`,
    now: time.now,
    elapsedMs: time.elapsedMs,
    close: server.close,
  };
}

interface Services {
  readonly market: Service;
  readonly forum: Service;
  readonly statistics: Service;
}

function createServices(options: SimulatorOptions, world: World, moment: () => number): Services {
  const { seed = 1, clock, dialect = "documented", faults = [] } = options;
  const tokens = createTokens(clock, options.tokenValidityMs ?? twoHoursMs);
  const market = createMarketService(world, moment, {
    dialect: withLaterCalls(
      dialect === "observed" ? observedDialect : documentedDialect,
      options.forms ?? [],
    ),
    seed,
    pageRows: options.pageRows,
    plan: options.plan ?? "premium",
    addOns: options.addOns ?? addOns,
    apiKey: options.apiKey,
    limits: options.limits,
    clock,
  });
  const forum = createForumService(world, moment, { tokens, maxPageSize: largestCommentPage, dialect });
  const usualLimits = dialect === "observed" ? observedLimits : documentedLimits;
  const statistics = createStatisticsService(world, moment, {
    limits: { ...usualLimits, ...options.statisticsLimits },
    dialect,
  });
  return {
    market: withFaults(market, "market", faults, seed),
    forum: withFaults(forum, "forum", faults, seed),
    statistics: withFaults(statistics, "statistics", faults, seed),
  };
}

/** An address that a caller on this machine can use. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** The services at the paths that they have on hosts of their own, for callers that can be told no path but only a host. */
function createRoot({ market, forum, statistics }: Services): Service {
  return (request) => {
    const { path, base } = request;
    if (path.startsWith("/v2/")) return market({ ...request, path: path.slice(3), base: `${base}/v2` });
    return path.startsWith("/api/") ? statistics(request) : forum(request);
  };
}
