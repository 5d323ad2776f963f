import type { Http } from "../../lib/http/http.ts";
import { readPages } from "./read-pages.ts";
import type { MarketClient } from "./records.ts";
import { calendarDay, listedIssue, marginAlert, shortSaleReport } from "./schema.ts";
import { createShortSaleQuery } from "./short-sale-query.ts";

export interface MarketClientOptions {
  /** Ends in the version segment. */
  readonly url: string;
  /** Empty: no key is sent. */
  readonly apiKey: string;
  readonly http: Http;
}

export function createMarketClient({ url, apiKey, http }: MarketClientOptions): MarketClient {
  // Keys read from a file end in a line break, which no header may hold.
  const line = { url, apiKey: apiKey.trim(), http };
  const askShortSales = createShortSaleQuery();

  return {
    marginAlerts: ({ date }, signal) =>
      readPages(line, "/markets/margin-alert", { date }, marginAlert, signal),

    shortSaleReports: ({ date }, signal) =>
      askShortSales(date, (parameter) =>
        readPages(line, "/markets/short-sale-report", { [parameter]: date }, shortSaleReport, signal),
      ),

    calendar: ({ from, to }, signal) =>
      readPages(line, "/markets/calendar", { from, to }, calendarDay, signal),

    async names(signal) {
      const issues = await readPages(line, "/equities/master", {}, listedIssue, signal);
      return new Map(issues.map(({ code, ...name }) => [code, name]));
    },
  };
}
