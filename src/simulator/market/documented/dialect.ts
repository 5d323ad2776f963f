/** The service as its document describes it. */
import type { Endpoint } from "../endpoint.ts";
import { documentedRights } from "../plans.ts";
import type { MarketDialect } from "../service.ts";
import { futures, options, options225 } from "./derivatives.ts";
import { details, dividend, summary } from "./financials.ts";
import { earningsCalendar, master, sectors17, sectors33, tradingCalendar } from "./issues.ts";
import { marginAlert, marginInterest } from "./margins.ts";
import { broadIndex, dailyBars, indexPrices, morningBars } from "./prices.ts";
import { breakdown, investorTypes, shortRatio, shortSaleReport } from "./trading.ts";

/** The 21 calls of the document. */
const documentedEndpoints: Readonly<Record<string, Endpoint>> = {
  "/equities/bars/daily": dailyBars,
  "/equities/bars/daily/am": morningBars,
  "/equities/master": master,
  "/equities/earnings-calendar": earningsCalendar,
  "/equities/investor-types": investorTypes,
  "/fins/summary": summary,
  "/fins/details": details,
  "/fins/dividend": dividend,
  "/markets/calendar": tradingCalendar,
  "/markets/sectors/mkt17": sectors17,
  "/markets/sectors/mkt33": sectors33,
  "/markets/breakdown": breakdown,
  "/markets/short-ratio": shortRatio,
  "/markets/short-sale-report": shortSaleReport,
  "/markets/margin-alert": marginAlert,
  "/markets/margin-interest": marginInterest,
  "/indices/bars/daily": indexPrices,
  "/indices/bars/daily/mkt": broadIndex,
  "/derivatives/bars/daily/futures": futures,
  "/derivatives/bars/daily/options": options,
  "/derivatives/bars/daily/options/225": options225,
};

/** The master list takes three pages. */
const rowsOnPage = 57;

export const documentedDialect: MarketDialect = {
  endpoints: documentedEndpoints,
  rights: documentedRights,
  pageSize: { rows: rowsOnPage },
  unknownCall: { status: 404, message: "The requested resource does not exist." },
  missingKey: { status: 401, message: "The API key is missing or invalid." },
  wrongKey: { status: 401, message: "The API key is missing or invalid." },
  lowPlan: (plan, needed) => `This API is not available on your subscription (${plan}); it needs ${needed}.`,
  blocks: false,
  ownLimits: {},
  newestByDefault: true,
  windows: false,
  cursor: false,
};
