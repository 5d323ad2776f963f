/** Facts about each call's rows as records that can be watched. */
import type { RecordFacts } from "../record-set.ts";
import type { MarketCallName, MarketRecord } from "./calls.ts";

type FactsOf<Name extends MarketCallName> = RecordFacts<keyof MarketRecord<Name> & string>;

const dailyOfCode = { key: ["date", "code"], day: ["date"], occurred: "date" } as const;
const statement = { key: ["code", "disclosedDate", "documentType"], day: ["disclosedDate"] } as const;
const sector = { key: ["code"], isWhole: true } as const;

export const recordFacts: { readonly [Name in MarketCallName]: FactsOf<Name> } = {
  "equities/bars/daily": dailyOfCode,
  "equities/bars/daily/am": { ...dailyOfCode, isWhole: true },
  // The day is that of the list, another one every day.
  "equities/master": { key: ["code"], isWhole: true, occurred: "date", asides: ["date"] },
  "equities/earnings-calendar": {
    key: ["code", "fiscalYear", "fiscalQuarter"],
    day: ["date"],
    isAhead: true,
    isWhole: true,
    occurred: "date",
  },
  "equities/investor-types": {
    key: ["startDate", "endDate", "section"],
    day: ["publishedDate"],
    published: "publishedDate",
    occurred: "endDate",
  },
  "fins/summary": { ...statement, published: "disclosedDate", occurred: "currentPeriodEnd" },
  "fins/details": { ...statement, published: "disclosedDate" },
  "fins/dividend": {
    key: ["code", "recordDate", "referenceNumber"],
    // One dialect chooses by the day of publication, the other does not say it.
    day: ["publishedDate", "recordDate"],
    published: "publishedDate",
    occurred: "recordDate",
  },
  "markets/calendar": { key: ["date"], day: ["date"], isAhead: true, isWhole: true, occurred: "date" },
  "markets/sectors/mkt17": sector,
  "markets/sectors/mkt33": sector,
  "markets/breakdown": dailyOfCode,
  "markets/short-ratio": { key: ["date", "sector33Code"], day: ["date"], occurred: "date" },
  "markets/short-sale-report": {
    key: ["code", "seller", "fund", "calculatedOn"],
    day: ["disclosedOn"],
    published: "disclosedOn",
    occurred: "calculatedOn",
  },
  "markets/margin-alert": {
    key: ["code", "publishedOn", "appliedOn"],
    day: ["publishedOn"],
    published: "publishedOn",
    occurred: "appliedOn",
  },
  "markets/margin-interest": dailyOfCode,
  "indices/bars/daily": dailyOfCode,
  "indices/bars/daily/mkt": { key: ["date"], day: ["date"], occurred: "date" },
  "derivatives/bars/daily/futures": dailyOfCode,
  "derivatives/bars/daily/options": dailyOfCode,
  "derivatives/bars/daily/options/225": dailyOfCode,
};
