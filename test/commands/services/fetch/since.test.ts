import { expect, test } from "vitest";
import { pagesSince } from "../../../../src/commands/services/fetch/statistics.ts";
import type { CodeQuery, SeriesPage } from "../../../../src/upstreams/statistics/records.ts";
import { StatisticsError } from "../../../../src/upstreams/statistics/statistics-error.ts";

async function since(day: string, frequency: string, periods: string[]) {
  const starts: (string | undefined)[] = [];
  async function* pagesByCode({ start }: CodeQuery): AsyncGenerator<SeriesPage, void, void> {
    starts.push(start);
    if (frequency.startsWith("ANNUAL") && start?.length === 6)
      throw new StatisticsError("M181015E", "other form", { status: 400 });
    const points = periods.map((period) => ({ period, value: 1 }));
    yield { series: [{ code: "A", frequency, points }], isNoData: false };
  }
  const found: string[] = [];
  const query = { db: "ZZ08", codes: ["A"] };
  for await (const page of pagesSince({ pagesByCode }, query, day, new AbortController().signal))
    for (const { points } of page.series) found.push(...points.map(({ period }) => period));
  return { starts, found };
}

test.each([
  ["DAILY", ["2026-03-13", "2026-03-16"], ["2026-03-16"]],
  ["MONTHLY", ["2026-02", "2026-03"], ["2026-03"]],
  ["QUARTERLY", ["2025-Q4", "2026-Q1"], ["2026-Q1"]],
  ["SEMIANNUAL(SEP)", ["2025-H1", "2025-H2"], ["2025-H2"]],
])("%s series begin with the period of the day", async (frequency, periods, kept) => {
  expect(await since("2026-03-15", frequency, periods)).toEqual({ starts: ["202501"], found: kept });
});

test.each([
  ["ANNUAL", ["2025", "2026"], ["2026"]],
  ["ANNUAL(MAR)", ["2024", "2025", "2026"], ["2025", "2026"]],
])("%s series are asked again by the year", async (frequency, periods, kept) => {
  expect(await since("2026-03-15", frequency, periods)).toEqual({ starts: ["202501", "2025"], found: kept });
});
