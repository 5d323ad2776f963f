/** The service as it was seen to answer. */
import { observedRights } from "../plans.ts";
import type { MarketDialect } from "../service.ts";
import { futures, options, options225 } from "./derivatives.ts";
import { details, dividend, summary } from "./financials.ts";
import { earningsCalendar, master, tradingCalendar } from "./issues.ts";
import { marginAlert, marginInterest } from "./margins.ts";
import { broadIndex, dailyBars, indexPrices, morningBars } from "./prices.ts";
import { shortSaleReport } from "./short-sales.ts";
import { breakdown, investorTypes, shortRatio } from "./trading.ts";

export const observedDialect: MarketDialect = {
  endpoints: {
    "/equities/bars/daily": dailyBars,
    "/equities/bars/daily/am": morningBars,
    "/equities/master": master,
    "/equities/earnings-calendar": earningsCalendar,
    "/equities/investor-types": investorTypes,
    "/fins/summary": summary,
    "/fins/details": details,
    "/fins/dividend": dividend,
    "/markets/calendar": tradingCalendar,
    "/markets/breakdown": breakdown,
    "/markets/short-ratio": shortRatio,
    "/markets/short-sale-report": shortSaleReport,
    "/markets/margin-alert": marginAlert,
    "/markets/margin-interest": marginInterest,
    "/indices/bars/daily": indexPrices,
    "/indices/bars/daily/topix": broadIndex,
    "/derivatives/bars/daily/futures": futures,
    "/derivatives/bars/daily/options": options,
    "/derivatives/bars/daily/options/225": options225,
  },
  rights: observedRights,
  pageSize: { rows: Number.POSITIVE_INFINITY, bytes: 5_000_000 },
  unknownCall: { status: 403, message: "The requested endpoint does not exist." },
  missingKey: { status: 403, message: "The API key is missing: send it in the header x-api-key." },
  wrongKey: { status: 403, message: "The incoming api key is invalid or expired." },
  lowPlan: () => "This API is not available on your subscription.",
  blocks: true,
  ownLimits: { "/fins/summary": 60, "/fins/details": 60 },
  newestByDefault: false,
  windows: true,
  cursor: true,
};
