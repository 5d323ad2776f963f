import type { CompanyName } from "../../src/model/language.ts";
import type { DisclosureRecord } from "../../src/sources/disclosures/events.ts";
import { type MarginAlertRecord, marginCall } from "../../src/sources/margin-alerts/events.ts";
import type { ShortSaleRecord } from "../../src/sources/short-sale-reports/events.ts";
import type { MarketClient } from "../../src/upstreams/market/calls.ts";

export interface MemoryMarket extends MarketClient {
  margin: MarginAlertRecord[];
  shorts: ShortSaleRecord[];
  disclosed: DisclosureRecord[];
  issues: Map<string, CompanyName>;
  /** Days asked for, in order. */
  asked: string[];
}

export function createMemoryMarket(): MemoryMarket {
  const market: MemoryMarket = {
    margin: [],
    shorts: [],
    disclosed: [],
    issues: new Map(),
    asked: [],
    read: (async (call: string, { date }: { date: string }) => {
      market.asked.push(date);
      const shown =
        call === marginCall
          ? market.margin.filter(({ publishedOn }) => publishedOn === date)
          : market.shorts.filter(({ disclosedOn }) => disclosedOn === date);
      return structuredClone(shown);
    }) as unknown as MarketClient["read"],
    async *pages(_call, { date }) {
      yield structuredClone(market.disclosed.filter(({ disclosedOn }) => disclosedOn === date));
      return undefined;
    },
    names: async () => market.issues,
  };
  return market;
}

/** Issue names where the list of issues cannot be had. */
export const nameless = async () => () => undefined;
