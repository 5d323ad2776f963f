/** Fields of a reported short position, and the events about it. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { amount, code, day, name, share, text } from "../../model/fields.ts";
import type { MarketRecord } from "../../upstreams/market/calls.ts";
import { sharedFields } from "../dated.ts";

export const shortPosition = z.object({
  code,
  name,
  seller: text("who holds the position", "Seller"),
  fund: text("fund on whose account it is held", "Fund").optional(),
  ratio: share("position to shares outstanding", {
    label: "Short position",
    unit: "% of shares outstanding",
  }),
  shares: amount("position", "Shares sold short").optional(),
  calculatedOn: day("day that the position is about", "Day of the position"),
  disclosedOn: day("day of disclosure", "Day of disclosure"),
});

export type ShortPosition = z.infer<typeof shortPosition>;

/** The call whose records are such positions. */
export const reportCall = "markets/short-sale-report";

/** The fields of a record that are read: those of a position, and what the report says of the one before. */
export const reportFields = [
  ...sharedFields(reportCall, shortPosition),
  ...(["previousRatio", "previousOn"] as const),
];

export type ShortSaleRecord = Pick<MarketRecord<typeof reportCall>, (typeof reportFields)[number]>;

export const shortEvents = {
  "short.report.opened": {
    item: shortPosition,
    about: "a seller reported a position for the first time",
    hasNoWas: true,
  },
  "short.report.increased": { item: shortPosition, about: "a reported position grew" },
  "short.report.decreased": { item: shortPosition, about: "a reported position shrank" },
  "short.report.closed": { item: shortPosition, about: "a position fell below 0.5 %, the reporting line" },
  "short.report.corrected": {
    item: shortPosition,
    about: "a report that had been published was corrected",
  },
} as const satisfies Record<string, EventTypeFacts>;
