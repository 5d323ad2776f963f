/** The interface of a source's past: what is asked of its service, what that cannot tell, when it was published. */
import type { HistoryPeriod, HistoryPiece, HistoryReader, HistoryRecord } from "../model/history.ts";
import type { Watchlists } from "../model/watchlists.ts";
import type { ForumCalls } from "../upstreams/forum/records.ts";
import type { MarketCalls } from "../upstreams/market/calls.ts";
import type { OddityCollector } from "../upstreams/misfits.ts";
import type { StatisticsCalls } from "../upstreams/statistics/records.ts";

/** Clients with every call, for whoever fetches the past. */
export interface HistoryClients {
  readonly market: MarketCalls;
  readonly forum: ForumCalls;
  readonly statistics: StatisticsCalls;
}

export interface FetchContext {
  readonly signal: AbortSignal;
  /** Takes the records that cannot be read. */
  readonly oddities: OddityCollector;
  /** Called with the place that a long piece has reached. */
  progress(at: string): void;
}

/** A piece of the past with the way to ask for it. */
export interface AskedPiece extends HistoryPiece {
  readonly service: keyof HistoryClients;
  /** Name of the call in `yagura fetch`. */
  readonly call: string;
  /** Requests that it takes, as far as that is known before; at least 1. */
  readonly requests: number;
  /** Gives its records page by page. Throws a Failure. */
  read(clients: HistoryClients, context: FetchContext): AsyncIterable<readonly HistoryRecord[]>;
}

/** Surroundings in which pieces are planned. */
interface HistoryMeans {
  watchlists(): Watchlists;
}

/** @typeParam Settings what the settings say of the source */
export interface SourceHistory<Settings = unknown> {
  /** Pieces of the past between two days, each asked once, in the order in which they are worth most: the newest first. */
  pieces(settings: Settings, period: HistoryPeriod, means: HistoryMeans): readonly AskedPiece[];
  /** Facts that the past does not tell and life does, a sentence each. */
  readonly untold: readonly string[];
  /**
   * Moments (ms since 1970, ascending) at which its service showed something new in the days of a period, as far as
   * the past tells: a source that is polled then sees what it would have seen in life.
   */
  moments(settings: Settings, history: HistoryReader, period: HistoryPeriod): Iterable<number>;
}

/** Reason why a service tells no past of a source, a sentence. */
export interface NoHistory {
  readonly none: string;
}

/** The question of a piece as the name of its scope, such as "code=7203&section=x". */
export function scopeOf(query: Readonly<Record<string, string>>): string {
  const parts = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1));
  return parts.map(([name, value]) => `${name}=${value}`).join("&");
}
