/** Answers of `/api/series` and `/api/series-list`: a statistical series with its revisions, and finding one. */
import type { StockAlert, TimedValue } from "./stock.ts";

export interface SeriesAnswer {
  readonly db: string;
  readonly code: string;
  /** What the service says of it; absent where unknown. Untrusted texts. */
  readonly name?: string;
  readonly unit?: string;
  readonly frequency?: string;
  readonly category?: string;
  /** Latest period with a value, and that value. */
  readonly period?: string;
  readonly value?: number;
  /** First and last moment of the axis, ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly isSimulated: boolean;
  /** Where its values are from: the source's state, or the history where it is not watched any more. */
  readonly origin: "live" | "history";
  /** Day (YYYY-MM-DD) of the last update by the service. */
  readonly lastUpdate?: string;
  /** Estimate of the day of the next one, from when the periods before came out. */
  readonly nextUpdate?: string;
  /** When the monitor began to see revisions, ISO; absent: it saw none and does not know. */
  readonly seenSince?: string;
  /** Values as they are now; a period stands at its first day. */
  readonly points: readonly TimedValue[];
  /** Values as they were first told; empty where none was revised. */
  readonly original: readonly TimedValue[];
  /** Values as they are now of the periods that were revised. */
  readonly revised: readonly TimedValue[];
  /** Newest first, those within the axis. */
  readonly rows: readonly SeriesRow[];
  /** Newest first, those of periods within the axis. */
  readonly revisions: readonly SeriesRevision[];
  readonly alerts: readonly StockAlert[];
  /** Rows, revisions or alerts that are older were left out. */
  readonly isCut: boolean;
}

export interface SeriesRow {
  readonly period: string;
  /** Absent: it has none, or it was withdrawn. */
  readonly value?: number;
  /** What it said at first, where it was revised. */
  readonly first?: number;
}

export interface SeriesRevision {
  readonly period: string;
  readonly from: number;
  /** Absent: it was withdrawn. */
  readonly to?: number;
  /** Day on which the service published it. */
  readonly published?: string;
  /** When the monitor saw it, ISO. */
  readonly seen: string;
}

export interface SeriesListAnswer {
  readonly found: readonly ListedSeries[];
  /** Where the next page begins; absent: this was the last one. */
  readonly next?: number;
  /** Whether the names of all series were looked at; false: they are still being read, ask again. */
  readonly isWhole: boolean;
}

export interface ListedSeries {
  readonly db: string;
  readonly code: string;
  readonly name?: string;
  readonly frequency?: string;
  readonly category?: string;
}
