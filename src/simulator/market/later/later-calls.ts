/**
 * Calls that the service added after the document: both dialects have them, in one form, since they are known from one
 * time only. Doubtful forms are switched on by name.
 */
import type { AccountPlan, Endpoint } from "../endpoint.ts";
import type { DoubtfulForm, DoubtfulForms } from "../forms.ts";
import type { MarketDialect } from "../service.ts";
import { disclosureFiles, disclosureHistory, disclosureList } from "./disclosures.ts";
import { earningsDates } from "./earnings-dates.ts";
import { largeHoldings } from "./large-holdings.ts";
import { crossHoldings, majorHolders } from "./period-reports.ts";
import { minuteBars, valuation } from "./prices.ts";

const rights: Readonly<Record<string, AccountPlan>> = {
  "/equities/valuation": "free",
  "/fins/earnings-date": "free",
  "/equities/bars/minute": "light",
  "/td/list": "light",
  "/td/files": "light",
  "/td/bulk": "light",
  "/edinet/large-volume-shareholders": "standard",
  "/edinet/major-shareholders": "standard",
  "/edinet/cross-shareholdings": "standard",
};

function laterEndpoints(forms: DoubtfulForms): Readonly<Record<string, Endpoint>> {
  const lists: Record<string, Endpoint> = {
    "/equities/valuation": valuation,
    "/equities/bars/minute": minuteBars(forms),
    "/fins/earnings-date": earningsDates(forms),
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
  return {
    ...dialect,
    endpoints: { ...dialect.endpoints, ...laterEndpoints(new Set(forms)) },
    files: { "/td/files": disclosureFiles, "/td/bulk": disclosureHistory },
    rights: { ...dialect.rights, ...rights },
  };
}
