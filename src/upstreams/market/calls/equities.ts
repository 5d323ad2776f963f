/** Fields of prices that several calls have. */
import {
  codeField,
  dayField,
  flagField,
  integerField,
  need,
  numberField,
  percentField,
  textField,
  timeField,
} from "../../field-types.ts";
import type { FieldTable } from "../../record.ts";
import { byCode, call, codeOrDay, dailyOfCode, issueName } from "../call.ts";

/** Open, high, low and close under a prefix of the wire names; the words stand before ours. */
export function ohlc<Open extends string, High extends string, Low extends string, Close extends string>(
  names: readonly [Open, High, Low, Close],
  prefix: string,
  about: string,
  unit: string,
) {
  const price = (letter: string, what: string) => numberField(`${prefix}${letter}`, `${about}${what}`, unit);
  const fields = {
    [names[0]]: price("O", "opening price"),
    [names[1]]: price("H", "highest price"),
    [names[2]]: price("L", "lowest price"),
    [names[3]]: price("C", "closing price"),
  };
  return fields as Readonly<Record<Open | High | Low | Close, ReturnType<typeof numberField>>>;
}

export const plainPrices = ["open", "high", "low", "close"] as const;
export const morningPrices = ["morningOpen", "morningHigh", "morningLow", "morningClose"] as const;
export const nightPrices = ["nightOpen", "nightHigh", "nightLow", "nightClose"] as const;
export const dayPrices = ["dayOpen", "dayHigh", "dayLow", "dayClose"] as const;

type Price = "Open" | "High" | "Low" | "Close";
type HalfNumber = `${"" | "Adjusted"}${Price | "Volume"}` | "TurnoverValue";

/** One half of a day, as the highest plan was seen to get it beside the whole day's bar. */
function halfDay<Half extends "morning" | "afternoon">(half: Half, prefix: string) {
  const about = `${half} session: `;
  const adjusted = `${about}adjusted for splits: `;
  const prices = (kind: string) =>
    [`${half}${kind}Open`, `${half}${kind}High`, `${half}${kind}Low`, `${half}${kind}Close`] as const;
  const fields = {
    ...ohlc(prices(""), prefix, about, "JPY"),
    [`${half}UpperLimit`]: flagField(`${prefix}UL`, `${about}whether the price was at its upper limit`),
    [`${half}LowerLimit`]: flagField(`${prefix}LL`, `${about}whether the price was at its lower limit`),
    [`${half}Volume`]: numberField(`${prefix}Vo`, `${about}volume`, "shares"),
    [`${half}TurnoverValue`]: numberField(`${prefix}Va`, `${about}turnover`, "JPY"),
    ...ohlc(prices("Adjusted"), `${prefix}Adj`, adjusted, "JPY"),
    [`${half}AdjustedVolume`]: numberField(`${prefix}AdjVo`, `${adjusted}volume`, "shares"),
  };
  return fields as Readonly<
    Record<`${Half}${HalfNumber}`, ReturnType<typeof numberField>> &
      Record<`${Half}${"UpperLimit" | "LowerLimit"}`, ReturnType<typeof flagField>>
  >;
}

const thousandYen = "thousand JPY";

/** Fields of what one type of investor sold and bought: four. */
function trades<Name extends string>(name: Name, wire: string, who: string) {
  const fields = {
    [`${name}Sales`]: integerField(`${wire}Sell`, `${who}: sales`, thousandYen),
    [`${name}Purchases`]: integerField(`${wire}Buy`, `${who}: purchases`, thousandYen),
    [`${name}Total`]: integerField(`${wire}Tot`, `${who}: sales and purchases`, thousandYen),
    [`${name}Balance`]: integerField(`${wire}Bal`, `${who}: purchases less sales`, thousandYen),
  };
  return fields as Readonly<
    Record<`${Name}${"Sales" | "Purchases" | "Total" | "Balance"}`, ReturnType<typeof integerField>>
  >;
}

/** The document names eight of the figures; the rest are the other types of the observed 56 keys. */
const investorFields = {
  publishedDate: need(dayField("PubDate", "day of publication")),
  startDate: need(dayField("StDate", "first day of the period")),
  endDate: need(dayField("EnDate", "last day of the period")),
  section: textField("Section", "section of the market"),
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
} satisfies FieldTable;

const adjustedPrices = ["adjustedOpen", "adjustedHigh", "adjustedLow", "adjustedClose"] as const;

const bar = {
  date: need(dayField("Date", "trading date")),
  code: codeField("Code"),
  name: issueName(),
  ...ohlc(plainPrices, "", "", "JPY"),
  upperLimit: flagField("UL", "whether the price was at its upper limit"),
  lowerLimit: flagField("LL", "whether the price was at its lower limit"),
  volume: numberField("Vo", "volume", "shares"),
  turnoverValue: numberField("Va", "turnover", "JPY"),
  adjustmentFactor: numberField("AdjFactor", "factor of a split on the day", "ratio"),
  ...ohlc(adjustedPrices, "Adj", "adjusted for splits: ", "JPY"),
  adjustedVolume: numberField("AdjVo", "volume adjusted for splits", "shares"),
  exRights: textField(
    "ExRT",
    "why shares changed from this day on: 1 a split or free allotment, 2 a reverse split, 3 a rights issue; absent on other days",
  ),
  marketCapitalization: numberField(
    "MktCap",
    "market capitalization at the close, own shares included; absent of funds and on days without trades; the service is going to remove it",
    "million JPY",
  ),
  ...halfDay("morning", "M"),
  ...halfDay("afternoon", "A"),
} satisfies FieldTable;

const morningBar = {
  date: need(dayField("Date", "trading date")),
  code: codeField("Code"),
  name: issueName(),
  ...ohlc(morningPrices, "M", "morning session: ", "JPY"),
  morningVolume: numberField("MVo", "volume of the morning session", "shares"),
  morningTurnoverValue: numberField("MVa", "turnover of the morning session", "JPY"),
} satisfies FieldTable;

const issue = {
  code: need(codeField("Code")),
  name: issueName("CoName"),
  companyName: need(textField("CoName", "company name in Japanese")),
  companyNameEnglish: textField("CoNameEn", "company name in English"),
  sector17Code: textField("S17", "code of one of 17 sectors"),
  sector17Name: textField("S17Nm", "name of one of 17 sectors"),
  sector33Code: textField("S33", "code of one of 33 sectors"),
  sector33Name: textField("S33Nm", "name of one of 33 sectors"),
  marketCode: textField("Mkt", "code of the market segment"),
  marketName: textField("MktNm", "name of the market segment"),
  scaleCategory: textField("ScaleCat", "class of size"),
  marginCode: textField("Mrgn", "code of the kind of margin trading"),
  marginName: textField("MrgnNm", "kind of margin trading"),
  date: dayField("Date", "day the record is of"),
  productCategory: textField(
    "ProdCat",
    "class of product: 011 domestic stock, 012 preferred contribution, 013 REIT, 014 ETF, 021 foreign stock, 022 foreign REIT, 023 foreign ETF, 024 depositary receipt; absent where it is not sent",
  ),
} satisfies FieldTable;

const announcement = {
  code: need(codeField("Code")),
  name: issueName("CoName"),
  companyName: need(textField("CoName", "company name")),
  date: dayField("Date", "day of the announcement; absent while it is open"),
  fiscalYear: textField("FY", "fiscal year, as the service writes it"),
  fiscalQuarter: textField("FQ", "fiscal quarter, as the service writes it"),
  sectorName: textField("SectorNm", "name of the sector"),
  section: textField("Section", "section of the market"),
} satisfies FieldTable;

const times = (wire: string, about: string) => numberField(wire, about, "times");

const valuation = {
  date: need(dayField("Date", "trading date")),
  code: need(codeField("Code")),
  name: issueName(),
  earningsPerShare: numberField("EPS", "earnings of the last twelve months", "JPY a share"),
  forecastEarningsPerShare: numberField(
    "FwdEPS",
    "the company's forecast of the running year",
    "JPY a share",
  ),
  bookValuePerShare: numberField("BPS", "book value", "JPY a share"),
  returnOnEquity: percentField([], "net profit of the last twelve months to equity", "ROE"),
  forecastReturnOnEquity: percentField([], "forecast of the running year: net profit to equity", "FwdROE"),
  priceToEarnings: times("PER", "price to earnings of the last twelve months"),
  forecastPriceToEarnings: times("FwdPER", "price to the company's forecast of the running year"),
  priceToBook: times("PBR", "price to book value"),
  marketCapitalization: numberField("MktCap", "market capitalization without own shares", "million JPY"),
} satisfies FieldTable;

/** A minute without trades has no row. */
const minuteBar = {
  date: need(dayField("Date", "trading date")),
  time: need(timeField("Time", "minute, in Japan")),
  code: need(codeField("Code")),
  name: issueName(),
  ...ohlc(plainPrices, "", "", "JPY"),
  volume: numberField("Vo", "volume", "shares"),
  turnoverValue: numberField("Va", "turnover", "JPY"),
} satisfies FieldTable;

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
  "equities/bars/minute": call({
    about: "prices of each minute, of the last two years, out once a day; not adjusted for splits",
    parameters: byCode,
    rules: codeOrDay,
    plan: "light",
    addOn: "minute",
    limit: { name: "minute", requestsPerMinute: 60, isApart: true },
    fields: minuteBar,
    records: { key: ["date", "time", "code"], day: ["date"], occurred: "date", out: ["16:30"] },
  }),
  "equities/valuation": call({
    about:
      "valuation of stocks at the close; results told on a day count from the next one, and funds have no figures",
    parameters: byCode,
    rules: codeOrDay,
    plan: "free",
    fields: valuation,
    records: { ...dailyOfCode, out: ["16:30"], tracks: ["forecastPriceToEarnings", "priceToEarnings"] },
    files: { of: "each month", bytesADay: 120_000 },
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
    about:
      "announcements of earnings on the next business day, of years that end in March or September and without trusts; superseded by fins/earnings-date, which has all of them weeks ahead",
    parameters: byCode,
    plan: "free",
    fields: announcement,
    records: {
      key: ["code", "fiscalYear", "fiscalQuarter"],
      day: ["date"],
      isAhead: true,
      isWhole: true,
      occurred: "date",
      ahead: [{ field: "date", title: { en: "Results expected", ja: "決算発表予定" } }],
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
