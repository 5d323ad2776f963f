/** Financial statements and dividends. */
import { readDecimal } from "../../../model/numbers.ts";
import { codeField, dayField, need, numberField, readText, textField, wireField } from "../../field-types.ts";
import type { FieldTable } from "../../record.ts";
import { byCode, call, issueName } from "../call.ts";

/*
 * Fields of statements. The document names 20 of the 107 keys. What was seen names the others by their groups: dividends
 * (Div1Q to DivAnn, DivTotalAnn, PayoutRatioAnn), forecasts (F..., NxF..., each with FDiv... and NxFDiv...), the company
 * alone (NC..., FNC..., NxFNC...), flags of changed accounting, shares (ShOutFY, TrShFY, AvgSh) and days (CurFYEn,
 * NxtFYSt). Within a group the keys follow the document's scheme: the result's own key behind the group's, with 2Q for a
 * half year. What was added in August 2026 is ShEq, ROE, NCShEq and NCROE. Nothing there says the exact names of the six
 * flags, of DivUnit, of CashEq, and whether NxFDivTotalAnn is sent: these are the names that are read, and a name that
 * the service writes otherwise is told as an unknown field.
 */
type NumberField = ReturnType<typeof numberField>;
type Named<Prefix extends string, Name extends string, Field = NumberField> = Readonly<
  Record<`${Prefix}${Name}`, Field>
>;

const resultNames = [
  ["NetSales", "Sales", "net sales", "JPY"],
  ["OperatingProfit", "OP", "operating profit", "JPY"],
  ["OrdinaryProfit", "OdP", "ordinary profit", "JPY"],
  ["NetProfit", "NP", "net profit", "JPY"],
  ["EarningsPerShare", "EPS", "earnings", "JPY a share"],
] as const;

/** @param half what the service writes behind the names of a half year */
function results<Prefix extends string>(prefix: Prefix, wire: string, about: string, half = "") {
  const entries = resultNames.map(([name, short, what, unit]) => {
    // The service writes one name of the next year's forecast with a small letter.
    const written = wire === "NxF" && short === "NP" ? ["NxFNp", "NxFNP"] : [`${wire}${short}`];
    const names = written.map((one) => `${one}${half}`);
    return [`${prefix}${name}`, numberField(names, `${about}: ${what}`, unit)];
  });
  return Object.fromEntries(entries) as Named<Prefix, (typeof resultNames)[number][0]>;
}

const dividendNames = [
  ["FirstQuarter", "Div1Q", "dividend of the first quarter", "JPY a share"],
  ["SecondQuarter", "Div2Q", "dividend of the second quarter", "JPY a share"],
  ["ThirdQuarter", "Div3Q", "dividend of the third quarter", "JPY a share"],
  ["YearEnd", "DivFY", "dividend of the year's end", "JPY a share"],
  ["Annual", "DivAnn", "dividends of the year", "JPY a share"],
  ["Unit", "DivUnit", "distribution of a trust", "JPY a unit"],
  ["TotalAnnual", "DivTotalAnn", "dividends of the year, all shares", "JPY"],
  ["PayoutRatio", "PayoutRatioAnn", "dividends of the year to net profit", "as the service writes it"],
] as const;

function dividends<Prefix extends string>(prefix: Prefix, wire: string, about: string) {
  const entries = dividendNames.map(([name, short, what, unit]) => [
    `${prefix}${name}`,
    numberField(`${wire}${short}`, `${about}${what}`, unit),
  ]);
  return Object.fromEntries(entries) as Named<Prefix, (typeof dividendNames)[number][0]>;
}

const asWritten = (wire: string, about: string) => numberField(wire, about, "as the service writes it");

const changed = (wire: string, about: string) =>
  wireField(wire, {
    read: (value) => ({ true: true, false: false })[String(value).toLowerCase()],
    type: "boolean",
    expected: '"true" or "false"',
    about,
  });

const statementDetails = {
  currentFiscalYearStart: dayField("CurFYSt", "first day of the fiscal year"),
  currentFiscalYearEnd: dayField("CurFYEn", "last day of the fiscal year"),
  nextFiscalYearStart: dayField("NxtFYSt", "first day of the next fiscal year"),
  nextFiscalYearEnd: dayField("NxtFYEn", "last day of the next fiscal year"),
  cashAndEquivalents: numberField("CashEq", "cash and cash equivalents", "JPY"),
  ...dividends("dividend", "", ""),
  ...results("forecast", "F", "forecast of the year"),
  ...results("forecastHalfYear", "F", "forecast of the first half", "2Q"),
  ...dividends("forecastDividend", "F", "forecast: "),
  ...results("nextYearForecast", "NxF", "forecast of the next year"),
  ...results("nextYearForecastHalfYear", "NxF", "forecast of the next year's first half", "2Q"),
  ...dividends("nextYearForecastDividend", "NxF", "forecast of the next year: "),
  ...results("nonConsolidated", "NC", "the company alone"),
  nonConsolidatedTotalAssets: numberField("NCTA", "the company alone: total assets", "JPY"),
  nonConsolidatedEquity: numberField("NCEq", "the company alone: equity", "JPY"),
  nonConsolidatedEquityRatio: asWritten("NCEqAR", "the company alone: equity to assets"),
  nonConsolidatedBookValuePerShare: numberField("NCBPS", "the company alone: book value", "JPY a share"),
  ...results("forecastNonConsolidated", "FNC", "forecast of the year, the company alone"),
  ...results("forecastNonConsolidatedHalfYear", "FNC", "forecast of the first half, the company alone", "2Q"),
  ...results("nextYearForecastNonConsolidated", "NxFNC", "forecast of the next year, the company alone"),
  ...results(
    "nextYearForecastNonConsolidatedHalfYear",
    "NxFNC",
    "forecast of the next year's first half, the company alone",
    "2Q",
  ),
  materialSubsidiariesChanged: changed("MatChgSub", "whether a material subsidiary came or went"),
  consolidationChanged: changed("SigChgInC", "whether what is consolidated changed much"),
  accountingStandardsChanged: changed("ChgByASRev", "whether accounting follows revised standards"),
  accountingPoliciesChanged: changed("ChgNoASRev", "whether accounting changed for another reason"),
  accountingEstimatesChanged: changed("ChgAcEst", "whether accounting estimates changed"),
  retrospectiveRestatement: changed("RetroRst", "whether earlier figures were restated"),
  sharesOutstanding: numberField(
    "ShOutFY",
    "shares issued at the end of the period, treasury shares too",
    "shares",
  ),
  treasuryShares: numberField("TrShFY", "treasury shares at the end of the period", "shares"),
  averageShares: numberField("AvgSh", "average shares during the period", "shares"),
  shareholdersEquity: numberField("ShEq", "shareholders' equity", "JPY"),
  nonConsolidatedShareholdersEquity: numberField("NCShEq", "the company alone: shareholders' equity", "JPY"),
  returnOnEquity: asWritten("ROE", "net profit to equity"),
  nonConsolidatedReturnOnEquity: asWritten("NCROE", "the company alone: net profit to equity"),
} satisfies FieldTable;

const yen = (wire: string, about: string) => numberField(wire, about, "JPY");
const yenAShare = (wire: string | string[], about: string) => numberField(wire, about, "JPY a share");

const summary = {
  code: need(codeField("Code")),
  name: issueName(),
  disclosedDate: need(dayField("DiscDate", "day of disclosure")),
  disclosedTime: textField("DiscTime", "time of disclosure in Japan, as the service writes it"),
  disclosureNumber: textField("DiscNo", "number of the disclosure"),
  documentType: textField("DocType", "type of the document"),
  currentPeriodType: textField("CurPerType", "type of the period, such as 1Q or FY"),
  currentPeriodStart: dayField("CurPerSt", "first day of the period"),
  currentPeriodEnd: dayField("CurPerEn", "last day of the period"),
  netSales: yen("Sales", "net sales"),
  operatingProfit: yen("OP", "operating profit"),
  ordinaryProfit: yen("OdP", "ordinary profit"),
  netProfit: yen("NP", "net profit"),
  earningsPerShare: yenAShare("EPS", "earnings"),
  dilutedEarningsPerShare: yenAShare("DEPS", "diluted earnings"),
  bookValuePerShare: yenAShare("BPS", "book value"),
  totalAssets: yen("TA", "total assets"),
  equity: yen("Eq", "equity"),
  equityRatio: asWritten("EqAR", "equity to assets"),
  cashFlowFromOperations: yen("CFO", "cash flow from operations"),
  cashFlowFromInvesting: yen("CFI", "cash flow from investing"),
  cashFlowFromFinancing: yen("CFF", "cash flow from financing"),
  ...statementDetails,
} satisfies FieldTable;

/** Labels of a statement and what stands there: a number where it is one, else a text. */
function readLabels(value: unknown): Record<string, number | string> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const labels: [string, number | string][] = [];
  for (const [name, figure] of Object.entries(value)) {
    const read = readDecimal(figure) ?? readText(figure);
    if (read !== undefined && read !== "") labels.push([name, read]);
  }
  return Object.fromEntries(labels);
}

const details = {
  code: need(codeField(["LocalCode", "Code"])),
  name: issueName(),
  disclosedDate: need(dayField(["DisclosedDate", "DiscDate"], "day of disclosure")),
  disclosedTime: textField("DiscTime", "time of disclosure in Japan, as the service writes it"),
  disclosureNumber: textField("DiscNo", "number of the disclosure"),
  documentType: textField(["TypeOfDocument", "DocType"], "type of the document"),
  totalAssets: yen("TotalAssets", "total assets"),
  totalLiabilities: yen("TotalLiabilities", "total liabilities"),
  netAssets: yen("NetAssets", "net assets"),
  netSales: yen("NetSales", "net sales"),
  operatingProfit: yen("OperatingProfit", "operating profit"),
  ordinaryProfit: yen("OrdinaryProfit", "ordinary profit"),
  profit: yen("Profit", "profit"),
  statement: wireField("FS", {
    read: readLabels,
    type: "labels",
    expected: "an object of labels",
    about: "everything in the statements, by the label that it has there",
  }),
} satisfies FieldTable;

const dividend = {
  code: need(codeField("Code")),
  name: issueName(),
  recordDate: need(dayField(["RecordDate", "RecDate"], "record date")),
  exDividendDate: dayField(["ExDividendDate", "ExDate"], "first day without the dividend"),
  paymentDate: dayField(["PaymentDate", "PayDate"], "day of payment"),
  dividendPerShare: yenAShare(["DividendPerShare", "DivRate"], "dividend"),
  publishedDate: dayField("PubDate", "day of publication"),
  publishedTime: textField("PubTime", "time of publication in Japan, as the service writes it"),
  referenceNumber: textField("RefNo", "number of the notice"),
  statusCode: textField("StatCode", "whether the notice is new, a correction or a deletion"),
  boardMeetingDate: dayField("BoardDate", "day of the board's decision"),
  interimFinalCode: textField("IFCode", "whether the dividend is interim or final"),
  forecastResultCode: textField("FRCode", "whether the figure is a forecast or a result"),
  interimFinalTerm: textField("IFTerm", "term that the dividend is for"),
  actualRecordDate: dayField("ActRecDate", "record date as it falls on a business day"),
  corporateActionNumber: textField("CARefNo", "number of the corporate action that a correction is about"),
  distributionAmount: yenAShare("DistAmt", "money handed out"),
  retainedEarnings: yenAShare("RetEarn", "of which from retained earnings"),
  deemedDividend: yenAShare("DeemDiv", "of which deemed dividend"),
  deemedCapitalGains: yenAShare("DeemCapGains", "of which deemed capital gains"),
  netAssetDecreaseRatio: asWritten("NetAssetDecRatio", "decrease of net assets by the payment"),
  commemorativeSpecialCode: textField("CommSpecCode", "whether a commemorative or special dividend is part"),
  commemorativeDividendPerShare: yenAShare("CommDivRate", "commemorative dividend"),
  specialDividendPerShare: yenAShare("SpecDivRate", "special dividend"),
} satisfies FieldTable;

/** What is disclosed in the evening comes with the second of the times. */
const out = ["18:00", "24:30"] as const;

const statementRecords = {
  key: ["code", "disclosedDate", "documentType"],
  day: ["disclosedDate"],
  published: "disclosedDate",
  publishedTime: "disclosedTime",
  out,
} as const;

/** On the plan Premium, through the day. */
const withCursor = {
  parameters: [...byCode, "cursor"],
  rules: [
    { parameter: "cursor", onlyToday: "date" },
    { parameter: "cursor", notWith: ["code", "pagination_key"] },
  ],
} as const;

/** Each of the two calls has its own, on every plan. */
const ownLimit = (name: string) => ({ name, requestsPerMinute: 60, isApart: false });

export const financials = {
  "fins/summary": call({
    ...withCursor,
    about: "financial statements, the main figures",
    plan: "free",
    limit: ownLimit("fins-summary"),
    fields: summary,
    records: { ...statementRecords, occurred: "currentPeriodEnd" },
  }),
  "fins/details": call({
    ...withCursor,
    about: "financial statements in detail",
    plan: "premium",
    limit: ownLimit("fins-details"),
    fields: details,
    records: statementRecords,
  }),
  "fins/dividend": call({
    about: "dividends",
    parameters: byCode,
    plan: "premium",
    fields: dividend,
    records: {
      key: ["code", "recordDate", "referenceNumber"],
      // One dialect chooses by the day of publication, the other does not say it.
      day: ["publishedDate", "recordDate"],
      published: "publishedDate",
      publishedTime: "publishedTime",
      occurred: "recordDate",
      ahead: [
        { field: "exDividendDate", title: { en: "Ex-dividend day", ja: "配当落ち日" } },
        { field: "paymentDate", title: { en: "Dividend payment", ja: "配当支払日" } },
      ],
      out,
    },
  }),
};
