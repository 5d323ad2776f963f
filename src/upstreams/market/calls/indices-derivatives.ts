/** Indices, futures and options: daily prices. */
import { dayField, flagField, need, numberField, readText, textField, wireField } from "../../field-types.ts";
import type { FieldTable } from "../../record.ts";
import { byCode, byDay, call, dailyOfCode } from "../call.ts";
import { dayPrices, morningPrices, nightPrices, ohlc, plainPrices } from "./equities.ts";

const indexPrice = {
  date: need(dayField("Date", "trading date")),
  code: textField("Code", "code of the index; absent for the broad index"),
  ...ohlc(plainPrices, "", "", "points"),
} satisfies FieldTable;

export const indices = {
  "indices/bars/daily": call({
    about: "daily prices of an index",
    parameters: byCode,
    required: ["code"],
    plan: "standard",
    fields: indexPrice,
    records: { ...dailyOfCode, out: ["16:30"] },
  }),
  "indices/bars/daily/mkt": call({
    about: "daily prices of the broad market index",
    parameters: byDay,
    plan: "light",
    fields: indexPrice,
    records: { key: ["date"], day: ["date"], occurred: "date", out: ["16:30"] },
    // An unknown path may be refused like a plan that is too low.
    otherForm: { after: [400, 403, 404], path: "indices/bars/daily/topix" },
  }),
};

/** 202409 and 2024-09 as 2024-09. A contract of a week has the number of its week there, which stays as it is sent. */
const contractMonth = wireField("CM", {
  type: "month",
  expected: "a month YYYYMM",
  about: "contract month (YYYY-MM); of a weekly contract the year and the number of its week (2024-51)",
  read: (value) => readText(value)?.replace(/^(\d{4})-?(0[1-9]|1[0-2])$/, "$1-$2"),
});

const byProduct = "points or JPY, by product";
const asWritten = "as the service writes it";

const productCategory = textField("ProdCat", "product");

const contract = {
  date: need(dayField("Date", "trading date")),
  code: need(textField("Code", "code of the contract")),
  productCategory: need(productCategory),
  contractMonth: need(contractMonth),
} satisfies FieldTable;

const trading = {
  ...ohlc(plainPrices, "", "", byProduct),
  volume: numberField("Vo", "volume", "contracts"),
  auctionVolume: numberField("VoOA", "volume in the auction alone", "contracts"),
  turnoverValue: numberField("Va", "turnover", "JPY"),
  openInterest: numberField("OI", "open interest", "contracts"),
  settlementPrice: numberField("Settle", "settlement price", byProduct),
  emergencyMarginTriggerDivision: textField(
    "EmMrgnTrgDiv",
    "001 where emergency margin was called for, 002 for the usual settlement",
  ),
  centralContractMonth: flagField("CCMFlag", "whether this is the product's central contract month"),
  lastTradingDay: dayField("LTD", "last day on which the contract is traded"),
  specialQuotationDay: dayField("SQD", "day of the special quotation, by which the contract is settled"),
  ...ohlc(nightPrices, "E", "night session, with which the trading date begins: ", byProduct),
  ...ohlc(dayPrices, "A", "day session: ", byProduct),
  ...ohlc(morningPrices, "M", "morning session: ", byProduct),
} satisfies FieldTable;

const futures = { ...contract, ...trading } satisfies FieldTable;

const options = {
  ...contract,
  strikePrice: numberField("Strike", "strike price", byProduct),
  putCallDivision: textField("PCDiv", "1 for a put, 2 for a call"),
  underlyingCode: textField("UndSSO", "code of the stock that the option is on"),
  ...trading,
  impliedVolatility: numberField("IV", "implied volatility", asWritten),
  baseVolatility: numberField("BaseVol", "base volatility, that of the contracts at the money", asWritten),
  theoreticalPrice: numberField("Theo", "theoretical price", byProduct),
  underlyingPrice: numberField("UnderPx", "price of what the option is on", byProduct),
  interestRate: numberField("IR", "interest rate behind the theoretical price", asWritten),
} satisfies FieldTable;

/** Options of one product, which the observed service does not name again. */
const options225 = { ...options, productCategory } satisfies FieldTable;

const byContract = [...byCode, "category", "contractFlag"] as const;

/** Their day ends with the night session after it. */
const contractsOfDay = { ...dailyOfCode, out: ["27:00"] } as const;

export const derivatives = {
  "derivatives/bars/daily/futures": call({
    about: "daily prices of futures",
    parameters: byContract,
    plan: "premium",
    fields: futures,
    records: contractsOfDay,
  }),
  "derivatives/bars/daily/options": call({
    about: "daily prices of options",
    parameters: byContract,
    plan: "premium",
    fields: options,
    records: contractsOfDay,
  }),
  "derivatives/bars/daily/options/225": call({
    about: "daily prices of options on the 225-stock index",
    parameters: byDay,
    plan: "standard",
    fields: options225,
    records: contractsOfDay,
  }),
};
