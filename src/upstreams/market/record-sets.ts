/** Every call of the market service as a set of records that can be watched. */
import { shortCode } from "../../model/fields.ts";
import type { Field } from "../record.ts";
import type { RecordFacts, RecordParameter, RecordSet, WatchedRecord } from "../record-set.ts";
import type { MarketParameter } from "./call.ts";
import { anyMarketCall, type MarketCallName, type MarketRecord, marketCalls } from "./calls.ts";
import { parameterProblem } from "./refusals.ts";

/** Facts about each call's rows as records that can be watched. */

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

const about: Record<MarketParameter, string> = {
  code: "code of 4 or 5 characters, or a list of codes",
  date: "a day; of several each is asked for by itself",
  from: "first day",
  to: "last day",
  section: "section of the market",
  pagination_key: "the page to begin at",
  category: "product, such as NK225F, where the service knows it",
  contract_flag: "1 for central contract months alone, 0 for the others, where the service knows it",
};

function parametersOf(name: MarketCallName): RecordParameter[] {
  const { parameters, required = [] } = anyMarketCall(name);
  return parameters
    .filter((each) => each !== "pagination_key")
    .map((each) => ({
      name: each,
      about: about[each],
      required: required.includes(each),
      isDay: each === "date" || each === "from" || each === "to",
      isList: each === "code",
      problem: (value) => parameterProblem(name, each, value),
    }));
}

/** Rows of one dialect do not say the code that was asked for. */
function ofCode(asked: string, { type }: Field): (row: WatchedRecord) => WatchedRecord {
  const code = type === "code" ? shortCode(asked) : asked;
  return (row) => ({ code, ...row });
}

export const marketRecordSets: RecordSet[] = (Object.keys(marketCalls) as MarketCallName[]).map((name) => {
  const { about, fields, plan } = anyMarketCall(name);
  return {
    service: "market",
    from: `market/${name}`,
    about,
    plan,
    fields,
    parameters: parametersOf(name),
    ...recordFacts[name],
    async read({ market }, query, signal, oddities) {
      const rows = await market.read(name, query, signal, oddities);
      return query.code === undefined || !("code" in fields)
        ? rows
        : rows.map(ofCode(query.code, fields.code));
    },
  };
});
