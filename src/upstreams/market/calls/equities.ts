/** Fields of prices that several calls have. */
import { code, day, flag, integer, need, number, text } from "../../field-types.ts";
import type { Fields } from "../../record.ts";
import { byCode, call, dailyOfCode, issueName } from "../call.ts";

/** Open, high, low and close under a prefix of the wire names; the words stand before ours. */
export function ohlc<Open extends string, High extends string, Low extends string, Close extends string>(
  names: readonly [Open, High, Low, Close],
  prefix: string,
  about: string,
  unit: string,
) {
  const price = (letter: string, what: string) => number(`${prefix}${letter}`, `${about}${what}`, unit);
  const fields = {
    [names[0]]: price("O", "opening price"),
    [names[1]]: price("H", "highest price"),
    [names[2]]: price("L", "lowest price"),
    [names[3]]: price("C", "closing price"),
  };
  return fields as Readonly<Record<Open | High | Low | Close, ReturnType<typeof number>>>;
}

export const plainPrices = ["open", "high", "low", "close"] as const;
export const morningPrices = ["morningOpen", "morningHigh", "morningLow", "morningClose"] as const;
export const nightPrices = ["nightOpen", "nightHigh", "nightLow", "nightClose"] as const;
export const dayPrices = ["dayOpen", "dayHigh", "dayLow", "dayClose"] as const;

type HalfNumber =
  | "Open"
  | "High"
  | "Low"
  | "Close"
  | "Volume"
  | "TurnoverValue"
  | "AdjustedOpen"
  | "AdjustedHigh"
  | "AdjustedLow"
  | "AdjustedClose"
  | "AdjustedVolume";

/** One half of a day, as the highest plan was seen to get it beside the whole day's bar. */
function halfDay<Half extends "morning" | "afternoon">(half: Half, prefix: string) {
  const about = `${half} session: `;
  const adjusted = `${about}adjusted for splits: `;
  const prices = ["Open", "High", "Low", "Close"].map((price) => `${half}${price}`);
  const adjustedPrices = ["Open", "High", "Low", "Close"].map((price) => `${half}Adjusted${price}`);
  const fields = {
    ...ohlc(prices as [string, string, string, string], prefix, about, "JPY"),
    [`${half}UpperLimit`]: flag(`${prefix}UL`, `${about}whether the price was at its upper limit`),
    [`${half}LowerLimit`]: flag(`${prefix}LL`, `${about}whether the price was at its lower limit`),
    [`${half}Volume`]: number(`${prefix}Vo`, `${about}volume`, "shares"),
    [`${half}TurnoverValue`]: number(`${prefix}Va`, `${about}turnover`, "JPY"),
    ...ohlc(adjustedPrices as [string, string, string, string], `${prefix}Adj`, adjusted, "JPY"),
    [`${half}AdjustedVolume`]: number(`${prefix}AdjVo`, `${adjusted}volume`, "shares"),
  };
  return fields as Readonly<
    Record<`${Half}${HalfNumber}`, ReturnType<typeof number>> &
      Record<`${Half}${"UpperLimit" | "LowerLimit"}`, ReturnType<typeof flag>>
  >;
}

const thousandYen = "thousand JPY";

/** Fields of what one type of investor sold and bought: four. */
function trades<Name extends string>(name: Name, wire: string, who: string) {
  const fields = {
    [`${name}Sales`]: integer(`${wire}Sell`, `${who}: sales`, thousandYen),
    [`${name}Purchases`]: integer(`${wire}Buy`, `${who}: purchases`, thousandYen),
    [`${name}Total`]: integer(`${wire}Tot`, `${who}: sales and purchases`, thousandYen),
    [`${name}Balance`]: integer(`${wire}Bal`, `${who}: purchases less sales`, thousandYen),
  };
  return fields as Readonly<
    Record<`${Name}${"Sales" | "Purchases" | "Total" | "Balance"}`, ReturnType<typeof integer>>
  >;
}

/** The document names eight of the figures; the rest are the other types of the observed 56 keys. */
const investorFields = {
  publishedDate: need(day("PubDate", "day of publication")),
  startDate: need(day("StDate", "first day of the period")),
  endDate: need(day("EnDate", "last day of the period")),
  section: text("Section", "section of the market"),
  ...trades("proprietary", "Prop", "securities companies for themselves"),
  ...trades("brokerage", "Brk", "securities companies for others"),
  ...trades("overall", "Tot", "all together"),
  ...trades("individuals", "Ind", "individuals"),
  ...trades("foreigners", "Frgn", "foreign investors"),
  ...trades("securitiesCompanies", "SecCo", "securities companies as clients"),
  ...trades("investmentTrusts", "InvTr", "investment trusts"),
  ...trades("businessCompanies", "BusCo", "business companies"),
  ...trades("otherCompanies", "OthCo", "other companies"),
  ...trades("insuranceCompanies", "InsCo", "insurance companies"),
  ...trades("banks", "Bank", "city and regional banks"),
  ...trades("trustBanks", "TrstBnk", "trust banks"),
  ...trades("otherFinancials", "OthFin", "other financial institutions"),
} satisfies Fields;

const adjustedPrices = ["adjustedOpen", "adjustedHigh", "adjustedLow", "adjustedClose"] as const;

const bar = {
  date: need(day("Date", "trading date")),
  code: code("Code"),
  name: issueName(),
  ...ohlc(plainPrices, "", "", "JPY"),
  upperLimit: flag("UL", "whether the price was at its upper limit"),
  lowerLimit: flag("LL", "whether the price was at its lower limit"),
  volume: number("Vo", "volume", "shares"),
  turnoverValue: number("Va", "turnover", "JPY"),
  adjustmentFactor: number("AdjFactor", "factor of a split on the day", "ratio"),
  ...ohlc(adjustedPrices, "Adj", "adjusted for splits: ", "JPY"),
  adjustedVolume: number("AdjVo", "volume adjusted for splits", "shares"),
  marketCapitalization: number("MktCap", "market capitalization at the close", "JPY"),
  ...halfDay("morning", "M"),
  ...halfDay("afternoon", "A"),
} satisfies Fields;

const morningBar = {
  date: need(day("Date", "trading date")),
  code: code("Code"),
  name: issueName(),
  ...ohlc(morningPrices, "M", "morning session: ", "JPY"),
  morningVolume: number("MVo", "volume of the morning session", "shares"),
  morningTurnoverValue: number("MVa", "turnover of the morning session", "JPY"),
} satisfies Fields;

const issue = {
  code: need(code("Code")),
  name: issueName("CoName"),
  companyName: need(text("CoName", "company name in Japanese")),
  companyNameEnglish: text("CoNameEn", "company name in English"),
  sector17Code: text("S17", "code of one of 17 sectors"),
  sector17Name: text("S17Nm", "name of one of 17 sectors"),
  sector33Code: text("S33", "code of one of 33 sectors"),
  sector33Name: text("S33Nm", "name of one of 33 sectors"),
  marketCode: text("Mkt", "code of the market segment"),
  marketName: text("MktNm", "name of the market segment"),
  scaleCategory: text("ScaleCat", "class of size"),
  marginCode: text("Mrgn", "code of the kind of margin trading"),
  marginName: text("MrgnNm", "kind of margin trading"),
  date: day("Date", "day the record is of"),
  productCategory: text("ProdCat", "class of product, where it is sent"),
} satisfies Fields;

const announcement = {
  code: need(code("Code")),
  name: issueName("CoName"),
  companyName: need(text("CoName", "company name")),
  date: day("Date", "day of the announcement; absent while it is open"),
  fiscalYear: text("FY", "fiscal year, as the service writes it"),
  fiscalQuarter: text("FQ", "fiscal quarter, as the service writes it"),
  sectorName: text("SectorNm", "name of the sector"),
  section: text("Section", "section of the market"),
} satisfies Fields;

export const equities = {
  "equities/bars/daily": call({
    about: "daily prices of stocks",
    parameters: byCode,
    plan: "free",
    fields: bar,
    records: { ...dailyOfCode, isByStock: true, out: ["16:30"], tracks: ["adjustedClose", "close"] },
  }),
  "equities/bars/daily/am": call({
    about: "prices of the morning session",
    parameters: ["code", "date", "from", "to"],
    plan: "premium",
    fields: morningBar,
    records: { ...dailyOfCode, isWhole: true },
  }),
  "equities/master": call({
    about: "listed issues with their sectors",
    parameters: ["code", "date", "pagination_key"],
    plan: "free",
    fields: issue,
    // The day is that of the list, another one every day.
    records: { key: ["code"], isWhole: true, occurred: "date", asides: ["date"], out: ["17:30"] },
  }),
  "equities/earnings-calendar": call({
    about: "scheduled announcements of earnings",
    parameters: byCode,
    plan: "free",
    fields: announcement,
    records: {
      key: ["code", "fiscalYear", "fiscalQuarter"],
      day: ["date"],
      isAhead: true,
      isWhole: true,
      occurred: "date",
      out: ["19:00"],
    },
  }),
  "equities/investor-types": call({
    about: "trading by type of investor",
    parameters: ["from", "to", "section", "pagination_key"],
    plan: "light",
    fields: investorFields,
    records: {
      key: ["startDate", "endDate", "section"],
      day: ["publishedDate"],
      published: "publishedDate",
      occurred: "endDate",
      out: ["16:30"],
    },
  }),
};
