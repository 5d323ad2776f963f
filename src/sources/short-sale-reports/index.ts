/** Reported short positions of 0.5 % and more. Scope: ""; key: code, seller, fund. */
import { Failure } from "../../lib/failure.ts";
import type { MarketClient, ShortSaleRecord } from "../../upstreams/market/records.ts";
import { daysToRead } from "../days-to-read.ts";
import type { PollContext, Source } from "../source.ts";
import { storedCursor } from "../stored.ts";
import { diff, type ShortAnswer, type ShortCursor } from "./diff.ts";

export function createShortSaleReports(client: MarketClient, today: () => string): Source<ShortAnswer> {
  return {
    name: "short-sale-reports",
    poll: async (context) => ({ answer: await poll(client, today(), context), failures: [] }),
    diff,
  };
}

/** Reads the days one after another; throws a Failure when one of them cannot be read whole. */
async function poll(
  client: MarketClient,
  today: string,
  { state, signal }: PollContext,
): Promise<ShortAnswer> {
  const days = daysToRead(today, storedCursor<ShortCursor>(state)?.readTo);
  const records: ShortSaleRecord[] = [];
  for (const day of days) {
    const found = await client.shortSaleReports({ date: day }, signal);
    const stray = found.find(({ disclosedOn }) => disclosedOn !== day);
    if (stray !== undefined) {
      throw new Failure("malformed", `asked for ${day}, got a report disclosed on ${stray.disclosedOn}`);
    }
    records.push(...found);
  }
  return { days, records };
}
