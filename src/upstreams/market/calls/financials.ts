/** Financial statements and dividends. */
import { readDecimal } from "../../../lib/decimal.ts";
import { code, day, field, need, number, text } from "../../field-types.ts";
import type { Fields } from "../../record.ts";
import { readText } from "../../wire-values.ts";
import { byCode, call } from "../call.ts";
import { exRt, statementDetails } from "./statement.ts";

const yen = (wire: string, about: string) => number(wire, about, "JPY");
const yenAShare = (wire: string | string[], about: string) => number(wire, about, "JPY a share");

const summary = {
  code: need(code("Code")),
  disclosedDate: need(day("DiscDate", "day of disclosure")),
  disclosedTime: text("DiscTime", "time of disclosure in Japan, as the service writes it"),
  disclosureNumber: text("DiscNo", "number of the disclosure"),
  documentType: text("DocType", "type of the document"),
  currentPeriodType: text("CurPerType", "type of the period, such as 1Q or FY"),
  currentPeriodStart: day("CurPerSt", "first day of the period"),
  currentPeriodEnd: day("CurPerEn", "last day of the period"),
  netSales: yen("Sales", "net sales"),
  operatingProfit: yen("OP", "operating profit"),
  ordinaryProfit: yen("OdP", "ordinary profit"),
  netProfit: yen("NP", "net profit"),
  earningsPerShare: yenAShare("EPS", "earnings"),
  dilutedEarningsPerShare: yenAShare("DEPS", "diluted earnings"),
  bookValuePerShare: yenAShare("BPS", "book value"),
  totalAssets: yen("TA", "total assets"),
  equity: yen("Eq", "equity"),
  equityRatio: number("EqAR", "equity to assets", "as the service writes it"),
  cashFlowFromOperations: yen("CFO", "cash flow from operations"),
  cashFlowFromInvesting: yen("CFI", "cash flow from investing"),
  cashFlowFromFinancing: yen("CFF", "cash flow from financing"),
  ...statementDetails,
  exRt,
} satisfies Fields;

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
  code: need(code(["LocalCode", "Code"])),
  disclosedDate: need(day(["DisclosedDate", "DiscDate"], "day of disclosure")),
  disclosedTime: text("DiscTime", "time of disclosure in Japan, as the service writes it"),
  disclosureNumber: text("DiscNo", "number of the disclosure"),
  documentType: text(["TypeOfDocument", "DocType"], "type of the document"),
  totalAssets: yen("TotalAssets", "total assets"),
  totalLiabilities: yen("TotalLiabilities", "total liabilities"),
  netAssets: yen("NetAssets", "net assets"),
  netSales: yen("NetSales", "net sales"),
  operatingProfit: yen("OperatingProfit", "operating profit"),
  ordinaryProfit: yen("OrdinaryProfit", "ordinary profit"),
  profit: yen("Profit", "profit"),
  statement: field("FS", {
    read: readLabels,
    type: "labels",
    expected: "an object of labels",
    about: "everything in the statements, by the label that it has there",
  }),
  exRt,
} satisfies Fields;

const dividend = {
  code: need(code("Code")),
  recordDate: need(day(["RecordDate", "RecDate"], "record date")),
  exDividendDate: day(["ExDividendDate", "ExDate"], "first day without the dividend"),
  paymentDate: day(["PaymentDate", "PayDate"], "day of payment"),
  dividendPerShare: yenAShare(["DividendPerShare", "DivRate"], "dividend"),
  publishedDate: day("PubDate", "day of publication"),
  publishedTime: text("PubTime", "time of publication in Japan, as the service writes it"),
  referenceNumber: text("RefNo", "number of the notice"),
  statusCode: text("StatCode", "whether the notice is new, a correction or a deletion"),
  boardMeetingDate: day("BoardDate", "day of the board's decision"),
  interimFinalCode: text("IFCode", "whether the dividend is interim or final"),
  forecastResultCode: text("FRCode", "whether the figure is a forecast or a result"),
  interimFinalTerm: text("IFTerm", "term that the dividend is for"),
  actualRecordDate: day("ActRecDate", "record date as it falls on a business day"),
  corporateActionNumber: text("CARefNo", "number of the corporate action that a correction is about"),
  distributionAmount: yenAShare("DistAmt", "money handed out"),
  retainedEarnings: yenAShare("RetEarn", "of which from retained earnings"),
  deemedDividend: yenAShare("DeemDiv", "of which deemed dividend"),
  deemedCapitalGains: yenAShare("DeemCapGains", "of which deemed capital gains"),
  netAssetDecreaseRatio: number(
    "NetAssetDecRatio",
    "decrease of net assets by the payment",
    "as the service writes it",
  ),
  commemorativeSpecialCode: text("CommSpecCode", "whether a commemorative or special dividend is part"),
  commemorativeDividendPerShare: yenAShare("CommDivRate", "commemorative dividend"),
  specialDividendPerShare: yenAShare("SpecDivRate", "special dividend"),
  exRt,
} satisfies Fields;

export const financials = {
  "fins/summary": call({
    about: "financial statements, the main figures",
    parameters: byCode,
    paged: true,
    plan: "free",
    fields: summary,
  }),
  "fins/details": call({
    about: "financial statements in detail",
    parameters: byCode,
    paged: true,
    plan: "standard",
    fields: details,
  }),
  "fins/dividend": call({
    about: "dividends",
    parameters: byCode,
    paged: true,
    plan: "standard",
    fields: dividend,
  }),
};
