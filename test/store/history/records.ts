/** Fictional records of a history. */
import type { HistoryRecord } from "../../../src/model/history.ts";

export const margin = "market/markets/margin-alert";
export const bars = "market/equities/bars/daily";
export const all = { from: "0001-01-01", to: "9999-12-31" };

export function record(given: Partial<HistoryRecord> = {}): HistoryRecord {
  return { set: margin, day: "2026-01-05", subject: "9901", name: "", row: { code: "9901" }, ...given };
}

/** Daily bars of so many stocks. */
export function barsOf(day: string, stocks: number): HistoryRecord[] {
  return Array.from({ length: stocks }, (_, at) => {
    const code = String(1_300 + at);
    const row = { date: day, code, open: 1_000 + at, high: 1_010.5, low: 990, close: 1_005, volume: 120_000 };
    return record({ set: bars, day, subject: code, row });
  });
}
