/** Prices of indices. */
import { day, need, text } from "../../field-types.ts";
import type { Fields } from "../../record.ts";
import { byCode, byDay, call } from "../call.ts";
import { ohlc, plainPrices } from "./prices.ts";

const indexPrice = {
  date: need(day("Date", "trading date")),
  code: text("Code", "code of the index; absent for the broad index"),
  ...ohlc(plainPrices, "", "", "points"),
} satisfies Fields;

export const indices = {
  "indices/bars/daily": call({
    about: "daily prices of an index",
    parameters: byCode,
    required: ["code"],
    paged: true,
    plan: "standard",
    fields: indexPrice,
  }),
  "indices/bars/daily/mkt": call({
    about: "daily prices of the broad market index",
    parameters: byDay,
    paged: true,
    plan: "free",
    fields: indexPrice,
    // An unknown path may be refused like a plan that is too low.
    otherForm: { after: [400, 403, 404], path: "indices/bars/daily/topix" },
  }),
};
