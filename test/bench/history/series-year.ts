/** Daily series of a database as a history has them. */
import type { HistoryWriter } from "../../../src/model/history.ts";
import { seriesToPast } from "../../../src/upstreams/statistics/past-records.ts";

const seriesDatabase = "FM01";

/** @param days business days, oldest first */
export function writeSeriesYear(history: HistoryWriter, days: readonly string[], count: number): void {
  const last = days.at(-1) ?? "";
  for (let at = 0; at < count; at += 1) {
    const code = `EXAMPLE${String(at).padStart(4, "0")}`;
    const points = days.map((period, index) => ({ period, value: at + index / 100 }));
    const facts = {
      code,
      name: `Example series ${at}`,
      unit: "percent",
      frequency: "DAILY",
      category: "Rates",
    };
    const info = { code, layers: ["1", String(at)], frequency: "DAILY", lastUpdate: last };
    history.add(seriesToPast(seriesDatabase, { ...facts, lastUpdate: last, points }, info, last));
  }
}
