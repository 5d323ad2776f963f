/** Splits a list of series into answers. A series is never split. */
import type { DataRecord } from "./records.ts";

export interface Limits {
  /** Series codes that one request may name. */
  readonly codesPerRequest: number;
  /** Series that a layer may hold, over all frequencies. */
  readonly seriesPerLayer: number;
  /** Beyond one of these an answer is cut and tells where to go on. */
  readonly seriesPerAnswer: number;
  readonly pointsPerAnswer: number;
}

export const documentedLimits: Limits = {
  codesPerRequest: 250,
  seriesPerLayer: 1_250,
  seriesPerAnswer: 250,
  pointsPerAnswer: 60_000,
};

export const observedLimits: Limits = { ...documentedLimits, codesPerRequest: 1_250 };

export interface Answer {
  readonly records: DataRecord[];
  /** Position of the first series that did not fit; null on the last page. */
  readonly next: number | null;
}

/** `entries` are what is left to send; `read` is called only for what may fit. */
export function fill<Entry extends { position: number }>(
  entries: Iterable<Entry>,
  limits: Limits,
  read: (entry: Entry) => DataRecord,
): Answer {
  const records: DataRecord[] = [];
  let points = 0;
  for (const entry of entries) {
    if (records.length >= limits.seriesPerAnswer) return { records, next: entry.position };
    const record = read(entry);
    const size = record.VALUES.VALUES.length;
    // A first series goes out however long it is: an answer without one would never end.
    if (records.length > 0 && points + size > limits.pointsPerAnswer)
      return { records, next: entry.position };
    records.push(record);
    points += size;
  }
  return { records, next: null };
}
