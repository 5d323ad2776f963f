/** Means of one poll of the statistics service: catalogues that are read once, data, and what could not be read. */
import { type BadRecord, Failure, type Oddities } from "../../lib/failure.ts";
import { createOddities, type OddityCollector } from "../../upstreams/misfits.ts";
import type { SeriesData, SeriesInfo, StatisticsClient } from "../../upstreams/statistics/records.ts";
import { leftOutRecord } from "../../upstreams/statistics/series.ts";
import { storedItems } from "../compare.ts";
import type { PartFailure, SourceState } from "../source.ts";
import type { ScopeSeries, SeriesBody } from "./state.ts";

/** Means of one poll: the catalogue of a database is read once, however many watches need it. */
export interface Asking {
  readonly client: StatisticsClient;
  readonly state: SourceState;
  readonly signal: AbortSignal;
  readonly today: string;
  catalogue(db: string): Promise<readonly SeriesInfo[]>;
  /** Records of a catalogue that could not be read. */
  unlisted(db: string): UnreadSeries;
  /** Series data, and what of it could not be read. */
  data(db: string, ask: (oddities: OddityCollector) => Promise<SeriesData[]>): Promise<DataAnswer>;
  /** Tells that the answer of a call lacks a series that it should have. */
  leftOut(db: string, where: string, code: string): void;
  /** Oddities of all answers of the poll. */
  readonly oddities: Oddities;
}

export interface DataAnswer {
  readonly data: readonly SeriesData[];
  readonly unread: UnreadSeries;
}

export interface WatchAnswer {
  readonly scopes: ScopeSeries[];
  readonly failures: PartFailure[];
  /** More of it, once this is committed; see Polled. */
  readonly next?: () => Promise<WatchAnswer | undefined>;
  /** Most series that the rest may rewrite; left out: each part is told by itself. */
  readonly toCome?: number;
}

export function createAsking(given: Pick<Asking, "client" | "state" | "signal" | "today">): Asking {
  const catalogues = new Map<string, Promise<readonly SeriesInfo[]>>();
  const unlisted = new Map<string, UnreadSeries>();
  const oddities = createOddities();
  const readCatalogue = async (db: string) => {
    const own = createOddities();
    const infos = await given.client.metadata({ db }, given.signal, own);
    unlisted.set(db, unreadOf(own.badRecords));
    oddities.take(own, db);
    return infos;
  };
  return {
    ...given,
    oddities,
    catalogue(db) {
      const asked = catalogues.get(db) ?? readCatalogue(db);
      catalogues.set(db, asked);
      return asked;
    },
    unlisted: (db) => unlisted.get(db) ?? nothingUnread,
    async data(db, ask) {
      const own = createOddities();
      const data = await ask(own);
      oddities.take(own, db);
      return { data, unread: unreadOf(own.badRecords) };
    },
    leftOut(db, where, code) {
      oddities.take({ unknownFields: [], badRecords: [leftOutRecord(where, code)] }, db);
    },
  };
}

export function storedSeries(state: SourceState, scope: string): ReadonlyMap<string, SeriesBody> {
  return storedItems<SeriesBody>(state, scope);
}

/** The service's message code for a series that it does not have. */
export const unknownSeries = "M181013E";

/** The message code of the service's own error; "" for any other failure. */
export function statisticsMessageId(error: unknown): string {
  const has = error instanceof Failure && "messageId" in error && typeof error.messageId === "string";
  return has ? String(error.messageId) : "";
}

/** Series that an answer holds and that could not be read: they stay as they were. */
export interface UnreadSeries {
  /** Whether a series that is missing may be one of them; true for any where not even a code could be read. */
  has(code: string): boolean;
  readonly count: number;
}

const nothingUnread: UnreadSeries = { has: () => false, count: 0 };

function unreadOf(records: readonly BadRecord[]): UnreadSeries {
  const codes = records.map(({ known: { code } }) =>
    typeof code === "string" ? code.toUpperCase() : undefined,
  );
  const isUnnamed = codes.includes(undefined);
  return { has: (code) => isUnnamed || codes.includes(code.toUpperCase()), count: records.length };
}
