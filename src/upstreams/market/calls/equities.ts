/** Stocks: prices, the list of issues, announcements, trading by type of investor. */
import { code, day, flag, integer, need, number, text } from "../../field-types.ts";
import type { Fields } from "../../record.ts";
import { byCode, call, dailyOfCode, issueName } from "../call.ts";
import { halfDay, morningPrices, ohlc, plainPrices } from "./prices.ts";

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
