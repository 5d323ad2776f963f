import type {
  IssueName,
  MarginAlertRecord,
  MarketClient,
  ShortSaleRecord,
} from "../../src/upstreams/market/records.ts";

export interface MemoryMarket extends MarketClient {
  margin: MarginAlertRecord[];
  shorts: ShortSaleRecord[];
  issues: Map<string, IssueName>;
  /** Days asked for, in order. */
  asked: string[];
}

export function createMemoryMarket(): MemoryMarket {
  const market: MemoryMarket = {
    margin: [],
    shorts: [],
    issues: new Map(),
    asked: [],
    async marginAlerts({ date }) {
      market.asked.push(date);
      return structuredClone(market.margin.filter(({ publishedOn }) => publishedOn === date));
    },
    async shortSaleReports({ date }) {
      market.asked.push(date);
      return structuredClone(market.shorts.filter(({ disclosedOn }) => disclosedOn === date));
    },
    calendar: async () => [],
    names: async () => market.issues,
  };
  return market;
}

/** Issue names where the list of issues cannot be had. */
export const nameless = async () => () => undefined;
