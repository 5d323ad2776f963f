/**
 * Calls that the service added after the document: both dialects have them, in one form, since they are known from one
 * time only. Doubtful forms are switched on by name.
 */
import type { Endpoint } from "../endpoint.ts";
import type { DoubtfulForm, DoubtfulForms } from "../forms.ts";
import type { MarketDialect } from "../service.ts";
import { disclosureFiles, disclosureHistory, disclosureList } from "./disclosures.ts";
import { largeHoldings } from "./large-holdings.ts";
import { pastFiles } from "./past-files.ts";
import { crossHoldings, majorHolders } from "./period-reports.ts";
import { minuteBars, valuation } from "./prices.ts";
import { resultDates } from "./result-dates.ts";

function laterEndpoints(forms: DoubtfulForms): Readonly<Record<string, Endpoint>> {
  const lists: Record<string, Endpoint> = {
    "/equities/valuation": valuation,
    "/equities/bars/minute": minuteBars(forms),
    "/fins/earnings-date": resultDates(forms),
    "/td/list": disclosureList(forms),
    "/edinet/large-volume-shareholders": largeHoldings(forms),
    "/edinet/major-shareholders": majorHolders(forms),
    "/edinet/cross-shareholdings": crossHoldings(forms),
  };
  const endsWithNull = forms.has("pagination-key-null");
  const listed = Object.entries(lists).map(([path, list]) => [path, { ...list, endsWithNull }] as const);
  return Object.fromEntries(listed);
}

export function withLaterCalls(dialect: MarketDialect, forms: readonly DoubtfulForm[]): MarketDialect {
  const endpoints = { ...dialect.endpoints, ...laterEndpoints(new Set(forms)) };
  const { list, get } = pastFiles(endpoints);
  return {
    ...dialect,
    endpoints: { ...endpoints, "/bulk/list": list },
    files: { "/td/files": disclosureFiles, "/td/bulk": disclosureHistory, "/bulk/get": get },
  };
}
