/** The plan of a fetch, made before anything is asked: which pieces, how many requests, how long that takes at least. */

import { requestSpacings } from "../config/clients.ts";
import type { Config } from "../config/config.ts";
import { isSimulated } from "../config/services.ts";
import { addDays, jstDay, weekdayAfter } from "../model/dates.ts";
import type { FetchedPiece, HistoryPeriod, HistoryPiece, HistoryReader } from "../model/history.ts";
import type { Watchlists } from "../model/watchlists.ts";
import type { AskedPiece, PieceFile, UpstreamName } from "../sources/index.ts";
import type { MarketPlan } from "../upstreams/market/call.ts";
import { type PastSource, pastSources } from "./told-sources.ts";

/** A piece that is asked for, by whoever wants it first. */
export interface PlannedPiece {
  readonly source: PastSource;
  readonly piece: AskedPiece;
  /** The file in which its records come, and the pieces that it stands for; left out: it is asked for by itself. */
  readonly file?: PieceFile;
  readonly instead?: readonly PlannedPiece[];
}

export interface ServicePlan {
  readonly pieces: readonly PlannedPiece[];
  /** Requests as far as they are known before. */
  readonly requests: number;
  /** Sets that the service has in files, which the account's plan lacks. */
  readonly withoutFiles: ReadonlySet<string>;
  /** Shortest time between two requests that count towards the plan, ms; 0: no limit is known. */
  readonly spacingMs: number;
  /** The least time that some pieces take, ms, by the limits of their calls. @param untried calls of which one piece alone is asked for */
  leastMs(pieces: readonly PlannedPiece[], untried: ReadonlySet<string>): number;
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
    const asked = byFiles(own, config, jstDay(now(name)));
    const spacings = requestSpacings(config, name);
    services[name] = {
      pieces: newestFirst(asked),
      beyond,
      requests: requestsOf(asked, beyond),
      withoutFiles: new Set(own.flatMap(({ piece }) => (isFileBeyond(piece, config) ? [piece.set] : []))),
      spacingMs: spacings[0].ms,
      leastMs: (pieces, untried) =>
        Math.max(
          ...spacings.map(({ ms, counts }) => {
            const counted = pieces.filter(({ piece }) => counts(piece.call));
            return ms * requestsOf(counted, untried);
          }),
        ),
      isKept: (piece) => keptOf(piece) !== undefined,
    };
  }
  return {
    periods,
    services,
    there: pieces.length - left.length,
    refused,
    untold: sources.flatMap(({ name, none }) => (none === undefined ? [] : [{ source: name, reason: none }])),
    leastMs: Math.max(0, ...Object.values(services).map((one) => one.leastMs(one.pieces, one.beyond))),
  };
}

export function planned(source: PastSource, period: HistoryPeriod): PlannedPiece[] {
  return source.pieces(period).map((piece) => ({ source, piece }));
}

function keyOf({ set, scope, from, to }: HistoryPiece): string {
  return JSON.stringify([set, scope, from, to]);
}

/** Number of pieces, those for which files stand among them. */
export function countOf(pieces: readonly PlannedPiece[]): number {
  return pieces.reduce((sum, { instead }) => sum + (instead?.length ?? 1), 0);
}

/** The pieces, with files in the place of those that together take more requests. @param today of their service */
function byFiles(pieces: readonly PlannedPiece[], config: Config, today: string): PlannedPiece[] {
  const inFiles = new Map<PieceFile, PlannedPiece[]>();
  for (const one of pieces) {
    const { file, to } = one.piece;
    if (file === undefined || (file.to ?? to) >= today) continue;
    if (isBeyond(one.piece, config) || isFileBeyond(one.piece, config)) continue;
    inFiles.set(file, [...(inFiles.get(file) ?? []), one]);
  }
  const worth = [...inFiles].filter(([file, own]) => requestsOf(own, new Set()) > file.requests);
  const covered = new Set(worth.flatMap(([, own]) => own));
  return [...worth.map(inFile), ...pieces.filter((one) => !covered.has(one))];
}

/** A file as a piece; its days are those of the pieces that it stands for. */
function inFile([file, instead]: readonly [PieceFile, readonly PlannedPiece[]]): PlannedPiece {
  const [first] = instead;
  if (first === undefined) throw new Error("a file stands for no piece");
  const days = instead.map(({ piece }) => piece.from).sort();
  const { call, plan, requests } = file;
  const period = { from: days[0] ?? "", to: days.at(-1) ?? "" };
  return { source: first.source, piece: { ...first.piece, ...period, call, plan, requests }, file, instead };
}

/** @param beyond calls of which one piece alone is expected to be asked for */
export function requestsOf(pieces: readonly PlannedPiece[], beyond: ReadonlySet<string>): number {
  const within = pieces.filter(({ piece }) => !beyond.has(piece.call));
  const tried = new Set(pieces.map(({ piece }) => piece.call).filter((call) => beyond.has(call)));
  return within.reduce((sum, { piece }) => sum + piece.requests, tried.size);
}

const plans: readonly MarketPlan[] = ["free", "light", "standard", "premium"];

function isBeyond(
  { service, plan }: Pick<AskedPiece, "service"> & { readonly plan?: MarketPlan | undefined },
  config: Config,
): boolean {
  if (plan === undefined || isSimulated(config, service)) return false;
  return plans.indexOf(plan) > plans.indexOf(config.upstreams.market.tier);
}

/** Whether the account's plan lacks the file of a piece by the documents. */
function isFileBeyond({ service, file }: AskedPiece, config: Config): boolean {
  return file !== undefined && isBeyond({ service, plan: file.plan }, config);
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
