/** Prices of futures and options. */
import { day, field, need, number, text } from "../../field-types.ts";
import type { Fields } from "../../record.ts";
import { readText } from "../../wire-values.ts";
import { byCode, byDay, call } from "../call.ts";
import { morningPrices, ohlc, plainPrices } from "./prices.ts";

/** 202409 and 2024-09 as 2024-09; a weekly contract keeps what the service writes. */
const contractMonth = field("CM", {
  type: "month",
  expected: "a month YYYYMM",
  about: "contract month (YYYY-MM)",
  read: (value) => readText(value)?.replace(/^(\d{4})-?(0[1-9]|1[0-2])$/, "$1-$2"),
});

const contract = {
  date: need(day("Date", "trading date")),
  code: need(text("Code", "code of the contract")),
  productCategory: need(text("ProdCat", "product")),
  contractMonth: need(contractMonth),
} satisfies Fields;

const trading = {
  ...ohlc(plainPrices, "", "", "points or JPY, by product"),
  volume: number("Vo", "volume", "contracts"),
  openInterest: number("OI", "open interest", "contracts"),
  settlementPrice: number("Settle", "settlement price", "points or JPY, by product"),
} satisfies Fields;

const futures = {
  ...contract,
  ...trading,
  lastTradingDay: day("LTD", "last day on which the contract is traded"),
  ...ohlc(morningPrices, "M", "morning session: ", "points or JPY, by product"),
} satisfies Fields;

const options = {
  ...contract,
  strikePrice: number("Strike", "strike price", "points or JPY, by product"),
  putCallDivision: text("PCDiv", "1 for a put, 2 for a call"),
  underlyingCode: text("UndSSO", "code of the stock that the option is on"),
  ...trading,
  impliedVolatility: number("IV", "implied volatility", "as the service writes it"),
  theoreticalPrice: number("Theo", "theoretical price", "points or JPY, by product"),
} satisfies Fields;

export const derivatives = {
  "derivatives/bars/daily/futures": call({
    about: "daily prices of futures",
    parameters: byCode,
    paged: true,
    plan: "standard",
    fields: futures,
  }),
  "derivatives/bars/daily/options": call({
    about: "daily prices of options",
    parameters: byCode,
    paged: true,
    plan: "standard",
    fields: options,
  }),
  "derivatives/bars/daily/options/225": call({
    about: "daily prices of options on the 225-stock index",
    parameters: byDay,
    paged: true,
    plan: "standard",
    fields: options,
  }),
};
