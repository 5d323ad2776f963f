/** Results of the statistics service's calls, in Yagura's names. */

import type { OddityCollector } from "../misfits.ts";
import type { RecordOf } from "../record.ts";
import type { seriesFields } from "./fields.ts";

export const frequencies = ["CY", "FY", "CH", "FH", "Q", "M", "W", "D"] as const;
export type Frequency = (typeof frequencies)[number];

/** A series as a catalogue lists it, without what its data says as well. */
export interface SeriesInfo extends Omit<RecordOf<typeof seriesFields>, "name"> {
  /** Unused levels left out. */
  layers: string[];
  /** Layers of the other places of the catalogue at which the same series stands. */
  alsoAt?: string[][];
}

export interface SeriesData extends RecordOf<typeof seriesFields> {
  /** Oldest first; period as 2026 for years, 2026-H1, 2026-Q1, 2026-01 for months, 2026-01-05 for days and weeks. */
  points: { period: string; value: number | null }[];
}

/** A row of the catalogue with everything that the document names. */
export interface CatalogueRow extends Omit<SeriesInfo, "alsoAt"> {
  name?: string;
  /** First and last period as the service writes them. */
  start?: string;
  end?: string;
  notes?: string;
}

/** Form and language of an answer; by default those of the client: JSON, in its language. */
export interface AnswerForm {
  readonly format?: "json" | "csv";
  readonly language?: "en" | "jp";
}

/** One page of data. */
export interface SeriesPage {
  readonly series: readonly SeriesData[];
  /** The service says that nothing matches: series that it sends all the same have no values. */
  readonly isNoData: boolean;
}

interface Range {
  /** First period, in the form of the frequency: 2026, 202601 (half, quarter or month; months for days and weeks). */
  readonly start?: string;
  readonly end?: string;
  /** Position to begin at, from 1; by code a place in the list of codes, by layer one in the catalogue. */
  readonly startPosition?: number;
}

/** At most 250 codes, of one frequency. */
export type CodeQuery = AnswerForm & Range & { readonly db: string; readonly codes: readonly string[] };

/** `layer`: a path such as ["1", "*"], at most five levels. */
export type LayerQuery = AnswerForm &
  Range & { readonly db: string; readonly frequency: Frequency; readonly layer: readonly string[] };

/**
 * Client of the statistics service. With `oddities`, records that cannot be read are set aside; without, the first
 * one fails its call. A StatisticsQueryError tells of a mistake before anything is asked; a StatisticsError names the
 * message code.
 */
export interface StatisticsClient {
  /** The series of a database, each once; heading rows are left out. Throws a Failure. */
  metadata(query: { db: string }, signal?: AbortSignal, oddities?: OddityCollector): Promise<SeriesInfo[]>;
  /** All pages but those of no data; the points of each series oldest first, each period once. */
  dataByCode(query: CodeQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<SeriesData[]>;
  /** Reads the data of a layer. */
  dataByLayer(query: LayerQuery, signal?: AbortSignal, oddities?: OddityCollector): Promise<SeriesData[]>;
}

/** Every documented call, whole and page by page; a series is never split over pages. */
export interface StatisticsCalls extends StatisticsClient {
  /** The catalogue as it stands: a series that is listed at several places has a row for each. */
  catalogue(
    query: AnswerForm & { db: string },
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): Promise<CatalogueRow[]>;
  /** Reads the catalogue as its rows come, before it is known whether it is whole: for callers that show rows and do not compare them. */
  cataloguePages(
    query: AnswerForm & { db: string },
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): AsyncGenerator<CatalogueRow[], void, void>;
  pagesByCode(
    query: CodeQuery,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): AsyncGenerator<SeriesPage, void, void>;
  pagesByLayer(
    query: LayerQuery,
    signal?: AbortSignal,
    oddities?: OddityCollector,
  ): AsyncGenerator<SeriesPage, void, void>;
}
