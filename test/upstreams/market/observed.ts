/** The rows that the service was seen to send otherwise than documented: wire name, our name, sent, got. */
import type { FieldCase } from "./documented.ts";

const on = "2026-01-05";
const day = (wire: string, ours: string): FieldCase => [wire, ours, on, on];
const word = (wire: string, ours: string): FieldCase => [wire, ours, `${wire} words`, `${wire} words`];
const count = (wire: string, ours: string): FieldCase => [wire, ours, 1200.5, 1200.5];
const unknown = (wire: string, sent: unknown): FieldCase => [wire, "", sent, undefined];
const stock: FieldCase = ["Code", "code", "130A0", "130A"];

const investors: [string, string][] = [
  ["Prop", "proprietary"],
  ["Brk", "brokerage"],
  ["Tot", "overall"],
  ["Ind", "individuals"],
  ["Frgn", "foreigners"],
  ["SecCo", "securitiesCompanies"],
  ["InvTr", "investmentTrusts"],
  ["BusCo", "businessCompanies"],
  ["OthCo", "otherCompanies"],
  ["InsCo", "insuranceCompanies"],
  ["Bank", "banks"],
  ["TrstBnk", "trustBanks"],
  ["OthFin", "otherFinancials"],
];
const sides: [string, string][] = [
  ["Sell", "Sales"],
  ["Buy", "Purchases"],
  ["Tot", "Total"],
  ["Bal", "Balance"],
];

/** Of the highest plan. */
const halfDay = (half: "morning" | "afternoon"): FieldCase[] => {
  const prefix = half === "morning" ? "M" : "A";
  const numbers = [
    ["O", "Open"],
    ["H", "High"],
    ["L", "Low"],
    ["C", "Close"],
    ["Vo", "Volume"],
    ["Va", "TurnoverValue"],
    ["AdjO", "AdjustedOpen"],
    ["AdjH", "AdjustedHigh"],
    ["AdjL", "AdjustedLow"],
    ["AdjC", "AdjustedClose"],
    ["AdjVo", "AdjustedVolume"],
  ];
  return [
    ...numbers.map(([wire, ours]) => count(`${prefix}${wire}`, `${half}${ours}`)),
    [`${prefix}UL`, `${half}UpperLimit`, "1", true],
    [`${prefix}LL`, `${half}LowerLimit`, "0", false],
  ];
};

const price = (prefix: string, ours: readonly [string, string, string, string]): FieldCase[] =>
  ["O", "H", "L", "C"].map((wire, at) => count(`${prefix}${wire}`, ours[at] ?? ""));
/** What every contract has: the whole day, the night before it, the session by day. */
const contract: FieldCase[] = [
  day("Date", "date"),
  word("Code", "code"),
  ...price("", ["open", "high", "low", "close"]),
  ...price("E", ["nightOpen", "nightHigh", "nightLow", "nightClose"]),
  ...price("A", ["dayOpen", "dayHigh", "dayLow", "dayClose"]),
  count("Vo", "volume"),
  count("OI", "openInterest"),
  count("Va", "turnoverValue"),
  count("VoOA", "auctionVolume"),
  ["EmMrgnTrgDiv", "emergencyMarginTriggerDivision", "002", "002"],
  day("LTD", "lastTradingDay"),
  day("SQD", "specialQuotationDay"),
  count("Settle", "settlementPrice"),
];
const option: FieldCase[] = [
  count("Strike", "strikePrice"),
  ["PCDiv", "putCallDivision", "2", "2"],
  count("Theo", "theoreticalPrice"),
  count("BaseVol", "baseVolatility"),
  count("UnderPx", "underlyingPrice"),
  count("IV", "impliedVolatility"),
  count("IR", "interestRate"),
];
/** What options on the 225-stock index come without. */
const beyond225: FieldCase[] = [
  word("ProdCat", "productCategory"),
  ["CCMFlag", "centralContractMonth", "1", true],
  ...price("M", ["morningOpen", "morningHigh", "morningLow", "morningClose"]),
];

export const observed = {
  "equities/bars/daily": [
    day("Date", "date"),
    stock,
    ...["O", "H", "L", "C", "Vo", "Va"].map((wire) => unknown(wire, null)),
    ["UL", "upperLimit", "0", false],
    ["AdjC", "adjustedClose", 101.5, 101.5],
    ...(["morning", "afternoon"] as const).flatMap((half) => halfDay(half)),
  ],
  "equities/master": [
    stock,
    word("CoName", "companyName"),
    ["CoName", "name", "CoName words", "CoName words"],
    word("ProdCat", "productCategory"),
  ],
  "equities/earnings-calendar": [
    stock,
    word("CoName", "companyName"),
    ["CoName", "name", "CoName words", "CoName words"],
    unknown("Date", ""),
    ["FQ", "fiscalQuarter", "第１四半期", "第１四半期"],
  ],
  "equities/investor-types": [
    day("PubDate", "publishedDate"),
    day("StDate", "startDate"),
    day("EnDate", "endDate"),
    word("Section", "section"),
    ...investors.flatMap(([who, ours]) =>
      sides.map(([side, what]): FieldCase => [`${who}${side}`, `${ours}${what}`, "-1200", -1200]),
    ),
  ],
  "equities/bars/minute": [day("Date", "date"), ["Time", "time", "09:01:00", "09:01"], stock],
  "equities/valuation": [
    day("Date", "date"),
    stock,
    ...["EPS", "FwdEPS", "BPS", "ROE", "FwdROE", "PER", "FwdPER", "PBR", "MktCap"].map((wire) =>
      unknown(wire, null),
    ),
  ],
  "td/list": [
    ["DiscNo", "number", "20300401130100", "20300401130100"],
    stock,
    word("Name", "name"),
    day("DiscDate", "disclosedOn"),
    ["DiscTime", "disclosedTime", "9:01", "09:01"],
    word("Title", "title"),
    ["DiscStatus", "status", "revision", "revision"],
    ["RevNo", "revision", 2, "2"],
    ["DiscItems", "items", ["140120"], ["140120"]],
    ["Docs", "papers", [], []],
  ],
  "fins/earnings-date": [
    day("PubDate", "publishedOn"),
    day("SchDate", "scheduledOn"),
    ["FQName", "period", "FY", "FY"],
    // Through a table of figures it lost its zero.
    ["FYE", "fiscalYearEnd", 331, "0331"],
    stock,
    word("CoName", "name"),
  ],
  "edinet/large-volume-shareholders": [
    word("DocId", "documentId"),
    unknown("Code", null),
    word("IsrName", "name"),
    day("SubDate", "submittedOn"),
    ["SubTime", "submittedTime", "15:10", "15:10"],
    unknown("TotalShsHeld", null),
    ["TotalShsRatio", "ratio", "0.0728", 7.28],
    ["Hldrs", "holders", [{ HldrTypeCode: 1, HldrName: null }], [{ kind: "person" }]],
  ],
  "edinet/major-shareholders": [word("DocId", "documentId"), day("SubDate", "submittedOn")],
  "edinet/cross-shareholdings": [
    word("DocId", "documentId"),
    day("SubDate", "submittedOn"),
    unknown("Report", null),
  ],
  "fins/summary": [
    stock,
    day("DiscDate", "disclosedDate"),
    unknown("Sales", ""),
    unknown("EPS", ""),
    count("ShEq", "shareholdersEquity"),
    ["ROE", "returnOnEquity", "0.1025", 0.1025],
    count("NCShEq", "nonConsolidatedShareholdersEquity"),
    ["NCROE", "nonConsolidatedReturnOnEquity", "0.0931", 0.0931],
  ],
  "fins/details": [
    day("DiscDate", "disclosedDate"),
    word("DiscTime", "disclosedTime"),
    stock,
    word("DiscNo", "disclosureNumber"),
    word("DocType", "documentType"),
    ["FS", "statement", { "Net sales": "1200", Note: "text", None: "" }, { "Net sales": 1200, Note: "text" }],
  ],
  "fins/dividend": [
    day("PubDate", "publishedDate"),
    word("PubTime", "publishedTime"),
    stock,
    word("RefNo", "referenceNumber"),
    word("StatCode", "statusCode"),
    day("BoardDate", "boardMeetingDate"),
    word("IFCode", "interimFinalCode"),
    word("FRCode", "forecastResultCode"),
    word("IFTerm", "interimFinalTerm"),
    unknown("DivRate", "-"),
    day("RecDate", "recordDate"),
    day("ExDate", "exDividendDate"),
    day("ActRecDate", "actualRecordDate"),
    day("PayDate", "paymentDate"),
    word("CARefNo", "corporateActionNumber"),
    count("DistAmt", "distributionAmount"),
    count("RetEarn", "retainedEarnings"),
    count("DeemDiv", "deemedDividend"),
    count("DeemCapGains", "deemedCapitalGains"),
    count("NetAssetDecRatio", "netAssetDecreaseRatio"),
    word("CommSpecCode", "commemorativeSpecialCode"),
    count("CommDivRate", "commemorativeDividendPerShare"),
    count("SpecDivRate", "specialDividendPerShare"),
  ],
  "markets/short-ratio": [
    day("Date", "date"),
    ["S33", "sector33Code", "0050", "0050"],
    count("SellExShortVa", "sellingExcludingShortValue"),
    count("ShrtWithResVa", "shortWithRestrictionsValue"),
    count("ShrtNoResVa", "shortWithoutRestrictionsValue"),
  ],
  "markets/short-sale-report": [
    day("DiscDate", "disclosedOn"),
    day("CalcDate", "calculatedOn"),
    stock,
    word("SSName", "seller"),
    word("SSAddr", "sellerAddress"),
    word("DICName", "discretionaryManager"),
    word("DICAddr", "discretionaryManagerAddress"),
    word("FundName", "fund"),
    ["ShrtPosToSO", "ratio", 0.0053, 0.53],
    count("ShrtPosShares", "shares"),
    count("ShrtPosUnits", "tradingUnits"),
    day("PrevRptDate", "previousOn"),
    ["PrevRptRatio", "previousRatio", 0.0112, 1.12],
    word("Notes", "notes"),
  ],
  "markets/margin-alert": [
    day("PubDate", "publishedOn"),
    stock,
    unknown("ShrtOutChg", "-"),
    unknown("ShrtOutRatio", "*"),
    count("LongOutRatio", "longRatio"),
    count("ShrtNegOut", "shortNegotiable"),
    count("ShrtNegOutChg", "shortNegotiableChange"),
    count("ShrtStdOut", "shortStandardized"),
    count("ShrtStdOutChg", "shortStandardizedChange"),
    count("LongNegOut", "longNegotiable"),
    count("LongNegOutChg", "longNegotiableChange"),
    count("LongStdOut", "longStandardized"),
    count("LongStdOutChg", "longStandardizedChange"),
    ["TSEMrgnRegCls", "regulation", "001", "001"],
    ["PubReason", "reasons", { Monitoring: "1", Restricted: "0" }, ["monitoring"]],
  ],
  "markets/margin-interest": [
    day("Date", "date"),
    stock,
    count("ShrtVol", "sellingBalance"),
    count("LongVol", "buyingBalance"),
    count("ShrtNegVol", "sellingNegotiable"),
    count("LongNegVol", "buyingNegotiable"),
    count("ShrtStdVol", "sellingStandardized"),
    count("LongStdVol", "buyingStandardized"),
    ["IssType", "issueType", "2", "2"],
  ],
  "derivatives/bars/daily/futures": [
    ...contract,
    ...beyond225,
    ["CM", "contractMonth", "2024-09", "2024-09"],
  ],
  "derivatives/bars/daily/options": [
    ...contract,
    ...option,
    ...beyond225,
    word("UndSSO", "underlyingCode"),
    ["CM", "contractMonth", "2024-09", "2024-09"],
  ],
  "derivatives/bars/daily/options/225": [
    ...contract,
    ...option,
    // Of a week, not of a month.
    ["CM", "contractMonth", "2024-51", "2024-51"],
  ],
} satisfies Record<string, readonly FieldCase[]>;
