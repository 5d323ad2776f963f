/** Fields of a reported short position, and the events about it. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { amount, code, day, name, share, text } from "../../model/fields.ts";
import type { MarketRecord } from "../../upstreams/market/calls.ts";
import { sharedFields } from "../dated.ts";

export const shortPosition = z.object({
  code,
  name,
  seller: text("who holds the position", { en: "Seller", ja: "報告者" }),
  fund: text("fund on whose account it is held", { en: "Fund", ja: "ファンド" }).optional(),
  ratio: share("position to shares outstanding", {
    label: { en: "Short position", ja: "空売り残高割合" },
    unit: { en: "% of shares outstanding", ja: "%" },
  }),
  shares: amount("position", { en: "Shares sold short", ja: "空売り残高数量" }).optional(),
  calculatedOn: day("day that the position is about", { en: "Day of the position", ja: "計算年月日" }),
  disclosedOn: day("day of disclosure", { en: "Day of disclosure", ja: "公表日" }),
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

const tracks = { fields: ["ratio"], by: ["seller", "fund"], on: "calculatedOn" } as const;

export const shortEvents = {
  "short.report.opened": {
    item: shortPosition,
    about: "a seller reported a position for the first time",
    hasNoWas: true,
    tracks,
  },
  "short.report.increased": { item: shortPosition, about: "a reported position grew", tracks },
  "short.report.decreased": { item: shortPosition, about: "a reported position shrank", tracks },
  "short.report.closed": {
    item: shortPosition,
    about: "a position fell below 0.5 %, the reporting line",
    tracks,
  },
  "short.report.corrected": {
    item: shortPosition,
    about: "a report that had been published was corrected",
    tracks,
  },
} as const satisfies Record<string, EventTypeFacts>;
