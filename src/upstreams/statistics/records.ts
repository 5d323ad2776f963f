/** What the statistics service's calls return, in Yagura's names. */

export type Frequency = "CY" | "FY" | "CH" | "FH" | "Q" | "M" | "W" | "D";

export interface SeriesInfo {
  code: string;
  name?: string;
  unit?: string;
  /** As the service writes it, such as DAILY or ANNUAL(MAR). */
  frequency?: string;
  category?: string;
  /** Unused levels left out. */
  layers: string[];
  /** YYYY-MM-DD. */
  lastUpdate?: string;
}

export interface SeriesData {
  code: string;
  name?: string;
  unit?: string;
  frequency?: string;
  category?: string;
  lastUpdate?: string;
  /** Oldest first; period as 2026 for years, 2026-H1, 2026-Q1, 2026-01 for months, 2026-01-05 for days and weeks. */
  points: { period: string; value: number | null }[];
}

export interface StatisticsClient {
  /** The catalogue of a database; heading rows are left out. Throws a Failure (StatisticsError names the message code). */
  metadata(query: { db: string }, signal?: AbortSignal): Promise<SeriesInfo[]>;
  /** All pages. `codes`: at most 250, of one frequency; start and end in the form of the frequency. */
  dataByCode(
    query: { db: string; codes: readonly string[]; start?: string; end?: string },
    signal?: AbortSignal,
  ): Promise<SeriesData[]>;
  /** All pages. `layer`: path such as ["1", "*"]. */
  dataByLayer(
    query: { db: string; frequency: Frequency; layer: readonly string[]; start?: string; end?: string },
    signal?: AbortSignal,
  ): Promise<SeriesData[]>;
}
