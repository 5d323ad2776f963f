/** The plan of a fetch, made before anything is asked: which pieces, how many requests, how long that takes at least. */

import { msPerRequest } from "../config/clients.ts";
import type { Config } from "../config/config.ts";
import { isSimulated } from "../config/services.ts";
import { addDays, jstDay, weekdayAfter } from "../model/dates.ts";
import type { FetchedPiece, HistoryPeriod, HistoryPiece, HistoryReader } from "../model/history.ts";
import type { Watchlists } from "../model/watchlists.ts";
import type { AskedPiece, UpstreamName } from "../sources/index.ts";
import type { MarketPlan } from "../upstreams/market/call.ts";
import { createLacking, type LackingPieces } from "./fetch-state.ts";
import { type PastSource, pastSources } from "./told-sources.ts";

/** A piece that is asked for, by whoever wants it first. */
export interface PlannedPiece {
  readonly source: PastSource;
  readonly piece: AskedPiece;
}

export interface ServicePlan {
  readonly pieces: readonly PlannedPiece[];
  /** Requests as far as they are known before. */
  readonly requests: number;
  /** Shortest time between two requests, ms; 0: no limit is known. */
  readonly spacingMs: number;
  /** Calls that the account's plan lacks by the documents: each is tried once, since the service decides. */
  readonly beyond: ReadonlySet<string>;
  /** Whether all days of a piece are there, so that it is not to be asked for. */
  isKept(piece: AskedPiece): boolean;
}

export interface FetchPlan {
  /** The days that each service is asked about, which may have another today. */
  readonly periods: ReadonlyMap<UpstreamName, HistoryPeriod>;
  /** What is left to ask for. */
  readonly services: Readonly<Partial<Record<UpstreamName, ServicePlan>>>;
  /** Number of pieces that are there already, or were refused today. */
  readonly there: number;
  /** Pieces, or days of pieces, that were refused: they are not asked for again before tomorrow. */
  readonly refused: readonly FetchedPiece[];
  /** Sources without a past, and why. */
  readonly untold: readonly { readonly source: string; readonly reason: string }[];
  /** The least time that it takes: the services are asked beside each other. */
  readonly leastMs: number;
}

export interface PlanParts {
  readonly config: Config;
  /** What is there; undefined: nothing is. */
  readonly history: Pick<HistoryReader, "fetched"> | undefined;
  watchlists(): Watchlists;
  /** Names of sources; none: all. */
  readonly sources: readonly string[];
  period(service: UpstreamName): HistoryPeriod;
  /** The time of a service, ms since 1970: a simulated one has its own. */
  now(service: UpstreamName): number;
}

/** Each piece is planned once, whoever asks for it, the newest first. Throws Refused for an unknown name of a source. */
export function planFetch(parts: PlanParts): FetchPlan {
  const { config, history, now } = parts;
  const sources = pastSources(config, parts.watchlists, parts.sources);
  const periods = new Map(sources.map(({ service }) => [service, parts.period(service)]));
  const all = sources.flatMap((source) => planned(source, parts.period(source.service)));
  const pieces = [...new Map(all.map((one) => [keyOf(one.piece), one])).values()];
  const keptOf = (piece: AskedPiece) => history && keptParts(piece, history, now(piece.service));
  const kept = new Map(pieces.map((one) => [one, keptOf(one.piece)]));
  const left = pieces.filter((one) => kept.get(one) === undefined);
  const refused = [...kept.values()].flatMap((parts = []) =>
    parts.filter((part) => part.refused !== undefined),
  );
  const services: Partial<Record<UpstreamName, ServicePlan>> = {};
  for (const name of new Set(left.map(({ piece }) => piece.service))) {
    const own = left.filter(({ piece }) => piece.service === name);
    const beyond = new Set(own.flatMap(({ piece }) => (isBeyond(piece, config) ? [piece.call] : [])));
    services[name] = {
      pieces: newestFirst(own),
      beyond,
      requests: requestsOf(own, beyond),
      spacingMs: msPerRequest(config, name),
      isKept: (piece) => keptOf(piece) !== undefined,
    };
  }
  return {
    periods,
    services,
    there: pieces.length - left.length,
    refused,
    untold: sources.flatMap(({ name, none }) => (none === undefined ? [] : [{ source: name, reason: none }])),
    leastMs: Math.max(0, ...Object.values(services).map((one) => one.requests * one.spacingMs)),
  };
}

/** The plan as it is told to a program. */
export interface ToldPlan {
  readonly pieces: number;
  readonly requests: number;
  readonly leastMs: number;
  readonly there: number;
  readonly services: readonly (HistoryPeriod & {
    readonly service: UpstreamName;
    readonly pieces: number;
    readonly requests: number;
    readonly simulated: boolean;
  })[];
  readonly refused: readonly LackingPieces[];
  /** Calls that the plan lacks by the documents, which are tried once. */
  readonly beyond: readonly string[];
  readonly untold: FetchPlan["untold"];
}

export function toldPlan(
  { periods, services, there, refused, untold, leastMs }: FetchPlan,
  config: Config,
): ToldPlan {
  const told = [...periods].map(([service, { from, to }]) => ({
    ...{ service, from, to },
    pieces: services[service]?.pieces.length ?? 0,
    requests: services[service]?.requests ?? 0,
    simulated: isSimulated(config, service),
  }));
  const sum = (count: (one: (typeof told)[number]) => number) =>
    told.reduce((all, one) => all + count(one), 0);
  const lacking = createLacking();
  for (const piece of refused) lacking.add(piece, piece.refused ?? "");
  return {
    ...{ pieces: sum(({ pieces }) => pieces), requests: sum(({ requests }) => requests), leastMs, there },
    ...{ services: told, refused: lacking.all(), beyond: [...(services.market?.beyond ?? [])], untold },
  };
}

export function planned(source: PastSource, period: HistoryPeriod): PlannedPiece[] {
  return source.pieces(period).map((piece) => ({ source, piece }));
}

function keyOf({ set, scope, from, to }: HistoryPiece): string {
  return JSON.stringify([set, scope, from, to]);
}

/** @param beyond calls of which one piece alone is expected to be asked for */
export function requestsOf(pieces: readonly PlannedPiece[], beyond: ReadonlySet<string>): number {
  const within = pieces.filter(({ piece }) => !beyond.has(piece.call));
  const tried = new Set(pieces.map(({ piece }) => piece.call).filter((call) => beyond.has(call)));
  return within.reduce((sum, { piece }) => sum + piece.requests, tried.size);
}

const plans: readonly MarketPlan[] = ["free", "light", "standard", "premium"];

function isBeyond({ service, plan }: AskedPiece, config: Config): boolean {
  if (plan === undefined || isSimulated(config, service)) return false;
  return plans.indexOf(plan) > plans.indexOf(config.upstreams.market.tier);
}

/** A fetch that is interrupted then has the newest days of all sources. */
function newestFirst(pieces: readonly PlannedPiece[]): PlannedPiece[] {
  return pieces.toSorted((a, b) => (a.piece.to < b.piece.to ? 1 : a.piece.to > b.piece.to ? -1 : 0));
}

// Whether a piece that was fetched has to be asked for again: its service may have told more since then.

/** Weekdays for which services still correct a day, or add what came late. */
const openWeekdays = 5;

/** For sets of which nobody knows when they are published. */
const freshMs = 3_600_000;

/**
 * The fetched pieces that together have all days of a piece, where none of them is to be asked for again: a plan may
 * have refused some days of a piece and told the others. Undefined: some day lacks.
 * @param now of its service, ms since 1970
 */
export function keptParts(
  piece: AskedPiece,
  history: Pick<HistoryReader, "fetched">,
  now: number,
): readonly FetchedPiece[] | undefined {
  const parts: FetchedPiece[] = [];
  for (let from = piece.from; from <= piece.to; ) {
    const part = history.fetched({ ...piece, from }) ?? history.fetched({ ...piece, from, to: from });
    if (part === undefined || !isThere(piece, part, now)) return undefined;
    parts.push(part);
    from = addDays(part.to, 1);
  }
  return parts;
}

/**
 * A piece is there for good once it was fetched after the fifth weekday after its end. Until then it is asked for once a
 * day, and again when it was published meanwhile. Refused ones are asked for again the next day.
 */
function isThere(asked: AskedPiece, { at, to, refused }: FetchedPiece, now: number): boolean {
  // A piece that has more days is as old as those that are wanted.
  const last = to < asked.to ? to : asked.to;
  const [day, today] = [jstDay(at), jstDay(now)];
  if (refused !== undefined) return day === today;
  if (day > weekdayAfter(last, openWeekdays)) return true;
  if (day !== today) return false;
  const isOver = last < today;
  const times = asked.publishedAt?.(isOver ? last : today) ?? [];
  if (times.length === 0) return isOver || now - at < freshMs;
  return !times.some((time) => time > at && time <= now);
}
