/** Fields of a stock under daily publication, and the events about it. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { amount, code, day, field, name, number, share, text } from "../../model/fields.ts";
import type { MarketRecord } from "../../upstreams/market/calls.ts";
import { sharedFields } from "../dated.ts";

export const marginAlert = z.object({
  code,
  name,
  publishedOn: day("day of publication", "Day of publication"),
  appliedOn: day("day that the figures are about", "Day of the figures").optional(),
  shortOutstanding: amount("margin sales outstanding", "Margin sales outstanding").optional(),
  shortChange: number("change of the margin sales outstanding on the day, shares", {
    label: "Change of margin sales",
    unit: "shares",
  }).optional(),
  shortRatio: share("margin sales outstanding to listed shares", {
    label: "Margin sales to listed shares",
    unit: "%",
  }).optional(),
  longOutstanding: amount("margin purchases outstanding", "Margin purchases outstanding").optional(),
  longChange: number("change of the margin purchases outstanding on the day, shares", {
    label: "Change of margin purchases",
    unit: "shares",
  }).optional(),
  longRatio: share("margin purchases outstanding to listed shares", {
    label: "Margin purchases to listed shares",
    unit: "%",
  }).optional(),
  shortLongRatio: field(
    z.number(),
    "margin sales to margin purchases outstanding, percent",
    { label: "Margin sales to margin purchases", unit: "%" },
    { unit: "percent", usual: [0] },
  ).optional(),
  regulation: text("the exchange's class of margin regulation", "Margin regulation").optional(),
  reasons: field(z.array(z.string()), "why the stock is published daily", "Reasons").optional(),
});

export type MarginAlert = z.infer<typeof marginAlert>;

/** The call whose records are such rows. */
export const marginCall = "markets/margin-alert";

/** The fields of a record that are read: those of a row, and what tells why it is there. */
export const marginFields = [...sharedFields(marginCall, marginAlert), "dailyPublication" as const];

export type MarginAlertRecord = Pick<MarketRecord<typeof marginCall>, (typeof marginFields)[number]>;

export const marginEvents = {
  "margin.alert.added": { item: marginAlert, about: "a stock came under daily publication", hasNoWas: true },
  "margin.alert.changed": { item: marginAlert, about: "its figures, reasons or regulation changed" },
  "margin.alert.corrected": {
    item: marginAlert,
    about: "figures that had been published were corrected",
  },
  "margin.alert.lifted": { item: marginAlert, about: "a stock left daily publication", hasNoWas: true },
} as const satisfies Record<string, EventTypeFacts>;
