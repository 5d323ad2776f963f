/** The market service's wire shapes, both dialects; its names end here. */
import * as z from "zod";
import { known } from "../../lib/known.ts";
import { shortCode } from "../../model/code.ts";
import {
  optionalDay,
  optionalFraction,
  optionalNumber,
  optionalText,
  wireDay,
  wireText,
} from "../wire-fields.ts";
import type { CalendarDay, MarginAlertRecord, ShortSaleRecord } from "./records.ts";

const code = wireText.transform(shortCode);

/** The envelope of every call: rows, and the key of the next page where there is one. */
export const page = z.object({ data: z.array(z.unknown()), pagination_key: z.string().nullish() });

const flag = z
  .union([z.literal(["0", "1"]), z.literal([0, 1]), z.boolean()], { error: 'expected "0" or "1"' })
  .transform((value) => Number(value) === 1)
  .optional();

/** Yagura's words for the reasons of a publication, by the service's flags. */
const reasonWords = {
  Restricted: "restricted",
  DailyPublication: "dailyPublication",
  Monitoring: "monitoring",
  RestrictedByJSF: "restrictedByJsf",
  PrecautionByJSF: "precautionByJsf",
  UnclearOrSecOnAlert: "unclearOrSecurityOnAlert",
} as const;

const publicationReasons = z
  .object({
    Restricted: flag,
    DailyPublication: flag,
    Monitoring: flag,
    RestrictedByJSF: flag,
    PrecautionByJSF: flag,
    UnclearOrSecOnAlert: flag,
  })
  .transform((flags) => ({
    reasons: Object.entries(reasonWords).flatMap(([name, word]) =>
      flags[name as keyof typeof flags] ? [word] : [],
    ),
    dailyPublication: flags.DailyPublication,
  }))
  .nullish();

export const marginAlert = z
  .object({
    Code: code,
    PubDate: wireDay,
    AppDate: optionalDay,
    ShrtOut: optionalNumber,
    ShrtOutChg: optionalNumber,
    ShrtOutRatio: optionalNumber,
    LongOut: optionalNumber,
    LongOutChg: optionalNumber,
    LongOutRatio: optionalNumber,
    SLRatio: optionalNumber,
    TSEMrgnRegCls: optionalText,
    PubReason: publicationReasons,
  })
  .transform(
    (row): MarginAlertRecord =>
      known({
        code: row.Code,
        publishedOn: row.PubDate,
        appliedOn: row.AppDate,
        shortOutstanding: row.ShrtOut,
        shortChange: row.ShrtOutChg,
        shortRatio: row.ShrtOutRatio,
        longOutstanding: row.LongOut,
        longChange: row.LongOutChg,
        longRatio: row.LongOutRatio,
        shortLongRatio: row.SLRatio,
        regulation: row.TSEMrgnRegCls,
        reasons: row.PubReason?.reasons,
        dailyPublication: row.PubReason?.dailyPublication,
      }),
  );

const shortSaleRow = z.object({
  Code: code,
  // As documented: the ratio in percent.
  DisclosedDate: optionalDay,
  CalculatedDate: optionalDay,
  StockName: optionalText,
  ShortSellerName: optionalText,
  ShortPositionsToSharesOutstandingRatio: optionalNumber,
  ShortPositionsInSharesNumber: optionalNumber,
  // As observed: ratios as fractions.
  DiscDate: optionalDay,
  CalcDate: optionalDay,
  SSName: optionalText,
  FundName: optionalText,
  ShrtPosToSO: optionalFraction,
  ShrtPosShares: optionalNumber,
  PrevRptDate: optionalDay,
  PrevRptRatio: optionalFraction,
  Notes: optionalText,
});

/** The field that is there decides which dialect it is, one by one. */
export const shortSaleReport = shortSaleRow.transform((row, context): ShortSaleRecord => {
  const need = <T>(value: T | undefined, name: string): T => {
    if (value !== undefined) return value;
    context.addIssue({ code: "custom", message: "expected a value", path: [name] });
    return z.NEVER;
  };
  const observed = row.DiscDate !== undefined;
  return known({
    code: row.Code,
    name: row.StockName,
    seller: need(row.ShortSellerName ?? row.SSName, observed ? "SSName" : "ShortSellerName"),
    fund: row.FundName,
    ratio: need(
      row.ShortPositionsToSharesOutstandingRatio ?? row.ShrtPosToSO,
      observed ? "ShrtPosToSO" : "ShortPositionsToSharesOutstandingRatio",
    ),
    shares: row.ShortPositionsInSharesNumber ?? row.ShrtPosShares,
    calculatedOn: need(row.CalculatedDate ?? row.CalcDate, observed ? "CalcDate" : "CalculatedDate"),
    disclosedOn: need(row.DisclosedDate ?? row.DiscDate, "DisclosedDate"),
    previousRatio: row.PrevRptRatio,
    previousOn: row.PrevRptDate,
    notes: row.Notes,
  });
});

export const calendarDay = z
  .object({ Date: wireDay, HolDiv: wireText })
  .transform((row): CalendarDay => ({ date: row.Date, division: row.HolDiv }));

export const listedIssue = z
  .object({ Code: code, CoName: wireText, CoNameEn: optionalText })
  .transform((row) => ({ code: row.Code, ...known({ name: row.CoName, nameEnglish: row.CoNameEn }) }));
