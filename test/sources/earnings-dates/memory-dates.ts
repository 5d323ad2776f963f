import type { EarningsDateRecord } from "../../../src/sources/earnings-dates/events.ts";
import type { MarketClient } from "../../../src/upstreams/market/calls.ts";

/** The service: rows by the day of publication, and of each announcement the latest by the day that it names. */
export function createMemoryDates() {
  const rows: EarningsDateRecord[] = [];
  const asked: Record<string, string>[] = [];
  const thing = ({ code, period, fiscalYearEnd }: EarningsDateRecord) => `${code} ${period} ${fiscalYearEnd}`;
  const latest = () => [...new Map(rows.map((row) => [thing(row), row])).values()];
  const read = async (_call: string, query: { date?: string; scheduledDate?: string }) => {
    asked.push({ ...query });
    const { date, scheduledDate } = query;
    return structuredClone(
      date === undefined
        ? latest().filter(({ scheduledOn }) => scheduledOn === scheduledDate)
        : rows.filter(({ publishedOn }) => publishedOn === date),
    );
  };
  const client = { read, names: async () => new Map() } as unknown as MarketClient;
  return { rows, asked, client };
}

export const dateRow = (
  publishedOn: string,
  scheduledOn: string | undefined,
  more: Partial<EarningsDateRecord> = {},
) => ({
  ...{ code: "7203", name: "霧笛自動車", period: "3Q", fiscalYearEnd: "0331", publishedOn },
  ...(scheduledOn === undefined ? {} : { scheduledOn }),
  ...more,
});
