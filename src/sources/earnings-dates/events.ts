/** Fields of an expected announcement of results, and the events about it. */
import * as z from "zod";
import type { EventTypeFacts } from "../../model/event-types.ts";
import { code, day, name, text } from "../../model/fields.ts";
import type { Worded } from "../../model/language.ts";
import type { MarketRecord } from "../../upstreams/market/calls.ts";
import { sharedFields } from "../dated.ts";

export const periodWords: Readonly<Record<string, Worded>> = {
  "1Q": { en: "first quarter", ja: "第1四半期" },
  "2Q": { en: "second quarter", ja: "第2四半期" },
  "3Q": { en: "third quarter", ja: "第3四半期" },
  FY: { en: "full year", ja: "本決算" },
};

export const earningsDate = z.object({
  code,
  name,
  period: text("period of the results", {
    label: { en: "Results", ja: "決算" },
    values: periodWords,
  }),
  yearEndsOn: day("last day of the fiscal year; its year is inferred", {
    en: "Fiscal year to",
    ja: "決算期末",
  }),
  scheduledOn: day("day on which the results are expected; absent while it is undecided", {
    en: "Announcement",
    ja: "発表予定日",
  }).optional(),
  publishedOn: day("day on which the date was published", { en: "Published", ja: "公表日" }),
  shift: text("whether the date became earlier or later, or is fixed again; of a moved date", {
    label: { en: "Change", ja: "変更" },
    values: {
      earlier: { en: "earlier", ja: "前倒し" },
      later: { en: "later", ja: "延期" },
      fixed: { en: "fixed after it was undecided", ja: "未定から確定" },
    },
  }).optional(),
});

export type EarningsDate = z.infer<typeof earningsDate>;

/** The call whose records are such dates. */
export const earningsCall = "fins/earnings-date";

/** The fields of a record that are read; the year is not among them. */
export const earningsFields = [...sharedFields(earningsCall, earningsDate), "fiscalYearEnd" as const];

export type EarningsDateRecord = Pick<MarketRecord<typeof earningsCall>, (typeof earningsFields)[number]>;

export const earningsDateEvents = {
  "earnings.date.announced": {
    item: earningsDate,
    about: "a company said on which day it will tell its results",
    hasNoWas: true,
  },
  "earnings.date.moved": {
    item: earningsDate,
    about: "the day became earlier or later, or is fixed again after it was undecided",
  },
  "earnings.date.undecided": { item: earningsDate, about: "the day is not known, or not any more" },
} as const satisfies Record<string, EventTypeFacts>;
