/** Fields of statements that were seen beyond the document: dividends, forecasts, the company alone, the shares. */
import { day, field, number, text } from "../../field-types.ts";
import type { Fields } from "../../record.ts";

type NumberField = ReturnType<typeof number>;
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
    return [`${prefix}${name}`, number(names, `${about}: ${what}`, unit)];
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
    number(`${wire}${short}`, `${about}${what}`, unit),
  ]);
  return Object.fromEntries(entries) as Named<Prefix, (typeof dividendNames)[number][0]>;
}

const changed = (wire: string, about: string) =>
  field(wire, {
    read: (value) => ({ true: true, false: false })[String(value).toLowerCase()],
    type: "boolean",
    expected: '"true" or "false"',
    about,
  });

export const statementDetails = {
  currentFiscalYearStart: day("CurFYSt", "first day of the fiscal year"),
  currentFiscalYearEnd: day("CurFYEn", "last day of the fiscal year"),
  nextFiscalYearStart: day("NxtFYSt", "first day of the next fiscal year"),
  nextFiscalYearEnd: day("NxtFYEn", "last day of the next fiscal year"),
  cashAndEquivalents: number("CashEq", "cash and cash equivalents", "JPY"),
  ...dividends("dividend", "", ""),
  ...results("forecast", "F", "forecast of the year"),
  ...results("forecastHalfYear", "F", "forecast of the first half", "2Q"),
  ...dividends("forecastDividend", "F", "forecast: "),
  ...results("nextYearForecast", "NxF", "forecast of the next year"),
  ...results("nextYearForecastHalfYear", "NxF", "forecast of the next year's first half", "2Q"),
  ...dividends("nextYearForecastDividend", "NxF", "forecast of the next year: "),
  ...results("nonConsolidated", "NC", "the company alone"),
  nonConsolidatedTotalAssets: number("NCTA", "the company alone: total assets", "JPY"),
  nonConsolidatedEquity: number("NCEq", "the company alone: equity", "JPY"),
  nonConsolidatedEquityRatio: number(
    "NCEqAR",
    "the company alone: equity to assets",
    "as the service writes it",
  ),
  nonConsolidatedBookValuePerShare: number("NCBPS", "the company alone: book value", "JPY a share"),
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
  sharesOutstanding: number(
    "ShOutFY",
    "shares issued at the end of the period, treasury shares too",
    "shares",
  ),
  treasuryShares: number("TrShFY", "treasury shares at the end of the period", "shares"),
  averageShares: number("AvgSh", "average shares during the period", "shares"),
  shareholdersEquity: number("ShEq", "shareholders' equity", "JPY"),
  nonConsolidatedShareholdersEquity: number("NCShEq", "the company alone: shareholders' equity", "JPY"),
  returnOnEquity: number("ROE", "net profit to equity", "as the service writes it"),
  nonConsolidatedReturnOnEquity: number(
    "NCROE",
    "the company alone: net profit to equity",
    "as the service writes it",
  ),
} satisfies Fields;

/** On all calls of /fins since 2026-08-10. */
export const exRt = text("ExRT", "as the service writes it; no document says what it means");
