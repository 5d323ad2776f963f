/** State of records, and the answer of a poll. */
import type { WatchedRecord } from "../../upstreams/record-set.ts";
import type { Part } from "./questions.ts";

/** One stored record. */
export interface Stored {
  readonly record: WatchedRecord;
  /** The day it was asked for under, else its own. */
  readonly day?: string;
}

/** Findings of a poll about one scope. */
export interface ScopeAnswer extends Pick<Part, "scope" | "from" | "to"> {
  /** Days that were asked for one by one; absent where the set was asked for at once. */
  readonly days?: readonly string[];
  /** Records by key, in the order of the answer. */
  readonly records: ReadonlyMap<string, Stored>;
  /** Readable fields of the records that could not be read whole; absent: there were none. */
  readonly aside?: readonly WatchedRecord[];
}

export interface RecordsAnswer {
  /** All scopes that are watched now, also those that failed. */
  readonly watched: readonly string[];
  readonly scopes: readonly ScopeAnswer[];
}

/** Range in which a scope is known. */
export interface Seen {
  /** Records of days before it were never told; absent where no day begins the set. */
  readonly from?: string;
  readonly to?: string;
}

export interface RecordsCursor {
  readonly scopes: Readonly<Record<string, Seen>>;
  /** The fields that could be read then; versions before did not say. */
  readonly fields?: readonly string[];
}
