/** Markets: calendar, sectors, how was traded, short selling, margin trading. */
import {
  codeField,
  dayField,
  keyName,
  need,
  numberField,
  percentField,
  readFlag,
  textField,
  wireField,
} from "../../field-types.ts";
import type { FieldTable } from "../../record.ts";
import { isUnknown } from "../../record.ts";
import { byCode, byDay, call, dailyOfCode, issueName } from "../call.ts";

/** Yagura's words for the reasons of a publication, by the service's flags. */
const reasonWords = {
  Restricted: "restricted",
  DailyPublication: "dailyPublication",
  Monitoring: "monitoring",
  RestrictedByJSF: "restrictedByJsf",
  PrecautionByJSF: "precautionByJsf",
  UnclearOrSecOnAlert: "unclearOrSecurityOnAlert",
} as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The reasons that are named; a flag that is neither 0 nor 1 is told at its place. */
const publicationReasons = wireField("PubReason", {
  type: "list of texts",
  expected: "object",
  about: "why the issue is published",
  holds: Object.keys(reasonWords),
  read(flags, tell) {
    if (!isObject(flags)) return undefined;
    const reasons: string[] = [];
    for (const [name, word] of Object.entries(reasonWords)) {
      const raised = isUnknown(flags[name]) ? false : readFlag(flags[name]);
      if (raised === undefined) tell('expected "0" or "1"', [name]);
      else if (raised) reasons.push(word);
    }
    return reasons;
  },
});

/** Reads one of the flags again. Mistakes in them are told by `reasons`, and not here a second time. */
const dailyPublication = wireField("PubReason", {
  read: (flags) => (isObject(flags) ? (readFlag(flags.DailyPublication) ?? null) : null),
  type: "boolean",
  expected: "object",
  about: "whether the row is there because of daily publication; absent where the service does not say",
});

const yen = (wire: string | string[], about: string) => numberField(wire, about, "JPY");
const shares = (wire: string | string[], about: string) => numberField(wire, about, "shares");

const calendarDay = {
  date: need(dayField("Date", "calendar date")),
  holidayDivision: need(
    textField(
      "HolDiv",
      "kind of day: as documented 0 is a trading day and 1 a holiday; as observed 0 is closed, 1 open, 2 half a day, 3 closed but for derivatives; a Saturday tells which",
    ),
  ),
} satisfies FieldTable;

const sector = {
  code: textField("code", "code of the sector"),
  name: textField("name", "name in Japanese"),
  nameEnglish: textField("name_english", "name in English"),
} satisfies FieldTable;

const sectorRecords = { key: ["code"], isWhole: true } as const;

const breakdown = {
  date: need(dayField("Date", "trading date")),
  code: need(codeField("Code")),
  name: issueName(),
  longSellValue: yen("LongSellVa", "sales of held shares"),
  shortSellWithoutMarginValue: yen("ShrtNoMrgnVa", "short sales other than on margin"),
  marginSellNewValue: yen("MrgnSellNewVa", "new sales on margin"),
  marginSellCloseValue: yen("MrgnSellCloseVa", "sales that close margin purchases"),
  longBuyValue: yen("LongBuyVa", "purchases for cash"),
  marginBuyNewValue: yen("MrgnBuyNewVa", "new purchases on margin"),
  marginBuyCloseValue: yen("MrgnBuyCloseVa", "purchases that close margin sales"),
  longSellVolume: shares("LongSellVo", "sales of held shares"),
  shortSellWithoutMarginVolume: shares("ShrtNoMrgnVo", "short sales other than on margin"),
  marginSellNewVolume: shares("MrgnSellNewVo", "new sales on margin"),
  marginSellCloseVolume: shares("MrgnSellCloseVo", "sales that close margin purchases"),
  longBuyVolume: shares("LongBuyVo", "purchases for cash"),
  marginBuyNewVolume: shares("MrgnBuyNewVo", "new purchases on margin"),
  marginBuyCloseVolume: shares("MrgnBuyCloseVo", "purchases that close margin sales"),
} satisfies FieldTable;

const shortRatio = {
  date: need(dayField("Date", "trading date")),
  sector33Code: need(textField(["Sector33Code", "S33"], "code of one of 33 sectors")),
  sellingValue: yen("SellingValue", "short selling"),
  sellingExcludingShortValue: yen("SellExShortVa", "selling other than short"),
  shortWithRestrictionsValue: yen("ShrtWithResVa", "short selling under price restrictions"),
  shortWithoutRestrictionsValue: yen("ShrtNoResVa", "short selling without price restrictions"),
} satisfies FieldTable;

const shortSale = {
  code: need(codeField("Code")),
  name: issueName("StockName"),
  seller: need(keyName(["ShortSellerName", "SSName"], "who holds the short position")),
  sellerAddress: textField("SSAddr", "address of the seller"),
  discretionaryManager: textField("DICName", "discretionary investment manager"),
  discretionaryManagerAddress: textField("DICAddr", "address of the discretionary investment manager"),
  fund: textField("FundName", "fund on whose account it is held"),
  ratio: need(
    percentField("ShortPositionsToSharesOutstandingRatio", "position to shares outstanding", "ShrtPosToSO"),
  ),
  shares: shares(["ShortPositionsInSharesNumber", "ShrtPosShares"], "position"),
  tradingUnits: numberField("ShrtPosUnits", "position", "trading units"),
  calculatedOn: need(dayField(["CalculatedDate", "CalcDate"], "day the position is of")),
  disclosedOn: need(dayField(["DisclosedDate", "DiscDate"], "day of disclosure")),
  previousRatio: percentField([], "what the report before said", "PrevRptRatio"),
  previousOn: dayField("PrevRptDate", "day of the report before"),
  notes: textField("Notes", "remarks"),
} satisfies FieldTable;

const marginAlert = {
  code: need(codeField("Code")),
  name: issueName(),
  publishedOn: need(dayField("PubDate", "day of publication")),
  appliedOn: dayField("AppDate", "day the figures are of"),
  shortOutstanding: shares("ShrtOut", "margin sales outstanding"),
  shortChange: shares("ShrtOutChg", "its change on the day"),
  shortRatio: percentField("ShrtOutRatio", "margin sales outstanding to listed shares"),
  longOutstanding: shares("LongOut", "margin purchases outstanding"),
  longChange: shares("LongOutChg", "its change on the day"),
  longRatio: percentField("LongOutRatio", "margin purchases outstanding to listed shares"),
  shortLongRatio: percentField("SLRatio", "margin sales to margin purchases"),
  regulation: textField("TSEMrgnRegCls", "the exchange's class of margin regulation"),
  reasons: publicationReasons,
  dailyPublication,
  shortNegotiable: shares("ShrtNegOut", "margin sales on negotiated terms"),
  shortNegotiableChange: shares("ShrtNegOutChg", "its change on the day"),
  shortStandardized: shares("ShrtStdOut", "margin sales on standard terms"),
  shortStandardizedChange: shares("ShrtStdOutChg", "its change on the day"),
  longNegotiable: shares("LongNegOut", "margin purchases on negotiated terms"),
  longNegotiableChange: shares("LongNegOutChg", "its change on the day"),
  longStandardized: shares("LongStdOut", "margin purchases on standard terms"),
  longStandardizedChange: shares("LongStdOutChg", "its change on the day"),
} satisfies FieldTable;

const marginInterest = {
  code: need(codeField("Code")),
  name: issueName(),
  date: need(dayField("Date", "day the balances are of; of a weekly row the last one of its week")),
  publishedOn: dayField("PubDate", "day of publication; absent of weekly rows, those before 2026-09-25"),
  buyingBalance: shares(["MarginBuyingBalance", "LongVol"], "margin purchases outstanding"),
  sellingBalance: shares(["MarginSellingBalance", "ShrtVol"], "margin sales outstanding"),
  buyingNegotiable: shares("LongNegVol", "margin purchases on negotiated terms"),
  sellingNegotiable: shares("ShrtNegVol", "margin sales on negotiated terms"),
  buyingStandardized: shares("LongStdVol", "margin purchases on standard terms"),
  sellingStandardized: shares("ShrtStdVol", "margin sales on standard terms"),
  buyingValue: yen("LongVal", "margin purchases outstanding"),
  sellingValue: yen("ShrtVal", "margin sales outstanding"),
  buyingNegotiableValue: yen("LongNegVal", "margin purchases on negotiated terms"),
  sellingNegotiableValue: yen("ShrtNegVal", "margin sales on negotiated terms"),
  buyingStandardizedValue: yen("LongStdVal", "margin purchases on standard terms"),
  sellingStandardizedValue: yen("ShrtStdVal", "margin sales on standard terms"),
  issueType: textField(
    "IssType",
    "kind of margin trading of the issue: 1 purchases alone, 2 sales as well, 3 another",
  ),
} satisfies FieldTable;

export const markets = {
  "markets/calendar": call({
    about: "days of trading and holidays",
    parameters: ["date", "from", "to", "holidayDivision"],
    plan: "free",
    fields: calendarDay,
    records: { key: ["date"], day: ["date"], isAhead: true, isWhole: true, occurred: "date" },
  }),
  "markets/sectors/mkt17": call({
    about: "the 17 sectors",
    parameters: [],
    plan: "standard",
    fields: sector,
    records: sectorRecords,
  }),
  "markets/sectors/mkt33": call({
    about: "the 33 sectors",
    parameters: [],
    plan: "standard",
    fields: sector,
    records: sectorRecords,
  }),
  "markets/breakdown": call({
    about: "trading by kind of trade",
    parameters: byCode,
    plan: "premium",
    fields: breakdown,
    records: { ...dailyOfCode, out: ["18:00"] },
  }),
  "markets/short-ratio": call({
    about: "short selling by sector",
    parameters: [...byDay, "s33"],
    plan: "standard",
    fields: shortRatio,
    records: { key: ["date", "sector33Code"], day: ["date"], occurred: "date", out: ["16:30"] },
    files: { of: "each month", bytesADay: 1_000, mayLack: [["sellingValue"]] },
  }),
  "markets/short-sale-report": call({
    about: "reported short positions",
    parameters: [...byCode, "calcDate"],
    rules: [{ parameter: "calcDate", notWith: ["date", "from", "to"] }],
    plan: "standard",
    fields: shortSale,
    records: {
      key: ["code", "seller", "fund", "calculatedOn"],
      day: ["disclosedOn"],
      published: "disclosedOn",
      occurred: "calculatedOn",
      out: ["17:30"],
    },
    files: {
      of: "each month",
      bytesADay: 20_000,
      mayLack: [
        ["name"],
        [
          ...["sellerAddress", "discretionaryManager", "discretionaryManagerAddress", "fund"],
          ...["tradingUnits", "previousRatio", "previousOn", "notes"],
        ],
      ],
    },
    otherForm: {
      after: [400],
      parameters: { date: "disc_date", from: "disc_date_from", to: "disc_date_to" },
      day: "disclosedOn",
    },
  }),
  "markets/margin-alert": call({
    about: "margin positions of issues under daily publication",
    parameters: byCode,
    plan: "standard",
    fields: marginAlert,
    records: {
      key: ["code", "publishedOn", "appliedOn"],
      day: ["publishedOn"],
      published: "publishedOn",
      occurred: "appliedOn",
      out: ["16:30"],
    },
  }),
  "markets/margin-interest": call({
    about: "margin positions of all issues, each trading day; before 2026-09-25 each week",
    parameters: [...byCode, "publishedDate"],
    rules: [{ parameter: "publishedDate", notWith: ["date", "from", "to"] }],
    plan: "standard",
    fields: marginInterest,
    records: {
      ...dailyOfCode,
      published: "publishedOn",
      form: "publishedOn",
      out: ["16:00"],
      // Weekly ones came on the second trading day of the next week.
      outAfter: 2,
      tracks: ["buyingBalance"],
    },
    files: { of: "each month", bytesADay: 150_000 },
  }),
};
