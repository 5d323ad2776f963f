/** Fields of a stock under daily publication, and the events about it. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { amount, code, day, field, name, number, share, text, units } from "../../model/fields.ts";
import type { MarketRecord } from "../../upstreams/market/calls.ts";
import { sharedFields } from "../dated.ts";

/** The service's codes of margin regulation. */
const regulations = {
  "001": {
    en: "caution or restriction by the securities finance company",
    ja: "日証金の貸株注意喚起・申込制限",
  },
  "002": { en: "daily publication", ja: "日々公表銘柄" },
  "003": { en: "restricted", ja: "規制銘柄" },
  "004": { en: "restricted, second stage", ja: "規制銘柄（2次規制）" },
  "005": { en: "restricted, third stage", ja: "規制銘柄（3次規制）" },
  "006": { en: "restricted, fourth stage", ja: "規制銘柄（4次規制）" },
  "101": { en: "restriction lifted", ja: "規制解除銘柄" },
  "102": { en: "under supervision", ja: "監理銘柄" },
};

const publicationReasons = {
  restricted: { en: "restricted by the exchange", ja: "取引所の規制措置銘柄" },
  dailyPublication: { en: "daily publication", ja: "日々公表銘柄" },
  monitoring: { en: "under special caution", ja: "特別注意銘柄" },
  restrictedByJsf: { en: "lending restricted by the securities finance company", ja: "日証金の貸株申込制限" },
  precautionByJsf: { en: "lending caution by the securities finance company", ja: "日証金の貸株注意喚起" },
  unclearOrSecurityOnAlert: {
    en: "unclear information, or on special alert",
    ja: "不明確情報等による注意喚起・特別注意銘柄等",
  },
};

export const marginAlertItem = z.object({
  code,
  name,
  publishedOn: day("day of publication", { en: "Day of publication", ja: "公表日" }),
  appliedOn: day("day that the figures are about", { en: "Day of the figures", ja: "残高の日付" }).optional(),
  shortOutstanding: amount("margin sales outstanding", {
    en: "Margin sales outstanding",
    ja: "信用売残",
  }).optional(),
  shortChange: number("change of the margin sales outstanding on the day, shares", {
    label: { en: "Change of margin sales", ja: "信用売残の前日比" },
    unit: units.shares,
  }).optional(),
  shortRatio: share("margin sales outstanding to listed shares", {
    label: { en: "Margin sales to listed shares", ja: "信用売残の上場比" },
    unit: units.percent,
  }).optional(),
  longOutstanding: amount("margin purchases outstanding", {
    en: "Margin purchases outstanding",
    ja: "信用買残",
  }).optional(),
  longChange: number("change of the margin purchases outstanding on the day, shares", {
    label: { en: "Change of margin purchases", ja: "信用買残の前日比" },
    unit: units.shares,
  }).optional(),
  longRatio: share("margin purchases outstanding to listed shares", {
    label: { en: "Margin purchases to listed shares", ja: "信用買残の上場比" },
    unit: units.percent,
  }).optional(),
  shortLongRatio: field(
    z.number(),
    "margin sales to margin purchases outstanding, percent",
    { label: { en: "Margin sales to margin purchases", ja: "取組比率" }, unit: units.percent },
    { unit: "percent", usual: [0] },
  ).optional(),
  regulation: text("the exchange's class of margin regulation", {
    label: { en: "Margin regulation", ja: "規制区分" },
    values: regulations,
  }).optional(),
  reasons: field(z.array(z.string()), "why the stock is published daily", {
    label: { en: "Reasons", ja: "公表の理由" },
    values: publicationReasons,
  }).optional(),
});

export type MarginAlert = z.infer<typeof marginAlertItem>;

/** The call whose records are such rows. */
export const marginCall = "markets/margin-alert";

/** The fields of a record that are read: those of a row, and what tells why it is there. */
export const marginFields = [...sharedFields(marginCall, marginAlertItem), "dailyPublication" as const];

export type MarginAlertRecord = Pick<MarketRecord<typeof marginCall>, (typeof marginFields)[number]>;

const tracks = {
  fields: ["shortOutstanding", "longOutstanding", "shortLongRatio", "shortRatio", "longRatio"],
  on: "appliedOn",
} as const;

export const marginEvents = {
  "margin.alert.added": {
    item: marginAlertItem,
    about: "a stock came under daily publication",
    hasNoWas: true,
    tracks,
  },
  "margin.alert.changed": {
    item: marginAlertItem,
    about: "its figures, reasons or regulation changed",
    tracks,
  },
  "margin.alert.corrected": {
    item: marginAlertItem,
    about: "figures that had been published were corrected",
    tracks,
  },
  "margin.alert.lifted": { item: marginAlertItem, about: "a stock left daily publication", hasNoWas: true },
} as const satisfies Record<string, EventTypeFacts>;
