import type { SeriesInfo, StatisticsClient } from "../../upstreams/statistics/records.ts";
import type { PartFailure, SourceState } from "../source.ts";
import { storedItems } from "../stored.ts";
import type { ScopeAnswer, SeriesBody } from "./state.ts";

/** What one poll asks with: the catalogue of a database is read once, however many watches need it. */
export interface Asking {
  readonly client: StatisticsClient;
  readonly state: SourceState;
  readonly signal: AbortSignal;
  readonly today: string;
  catalogue(db: string): Promise<readonly SeriesInfo[]>;
}

export interface WatchAnswer {
  readonly scopes: ScopeAnswer[];
  readonly failures: PartFailure[];
  /** More of it, once this is committed; see Polled. */
  readonly next?: () => Promise<WatchAnswer | undefined>;
}

export function createAsking(given: Omit<Asking, "catalogue">): Asking {
  const catalogues = new Map<string, Promise<readonly SeriesInfo[]>>();
  return {
    ...given,
    catalogue(db) {
      const asked = catalogues.get(db) ?? given.client.metadata({ db }, given.signal);
      catalogues.set(db, asked);
      return asked;
    },
  };
}

export function storedSeries(state: SourceState, scope: string): ReadonlyMap<string, SeriesBody> {
  return storedItems<SeriesBody>(state, scope);
}
