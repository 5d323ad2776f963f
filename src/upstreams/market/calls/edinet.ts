/**
 * Papers filed with EDINET: large holdings, the register of shareholders, what companies hold of each other. Addresses,
 * and the names of private persons, are known and not read: no field of ours holds them.
 */
import {
  codeField,
  countField,
  dayField,
  need,
  numberField,
  percentField,
  recordField,
  recordsField,
  textField,
  timeField,
  wireField,
} from "../../field-types.ts";
import type { FieldTable, RecordOf } from "../../record.ts";
import { call, issueName } from "../call.ts";
import { isOrganisation, organisationField } from "./organisations.ts";

const shares = (wire: string, about: string) => numberField(wire, about, "shares");
const yen = (wire: string, about: string) => numberField(wire, about, "JPY");
const issues = (wire: string, about: string) => countField(wire, about, "issues");
/** The service sends a fraction. */
const ratio = (wire: string, about: string) => percentField([], about, wire);

/** @param name that of the company that is listed */
const paper = (name: string) =>
  ({
    documentId: need(textField("DocId", "number of the document")),
    code: codeField("Code", "stock code; absent for a company that is not listed"),
    name: issueName(name),
    edinetCode: textField("EdinetCode", "EDINET code of the company"),
    documentTypeCode: textField("DocTypeCode", "kind of paper, as EDINET counts them"),
    submittedOn: need(dayField("SubDate", "day on which it was filed")),
    submittedTime: timeField("SubTime", "time of that day in Japan"),
  }) satisfies FieldTable;

const trade = {
  date: dayField("Date", "day of the trade"),
  securityType: textField("SecType", "kind of security"),
  shares: shares("Shs", "bought or sold"),
  ratio: percentField("Ratio", "bought or sold, to shares outstanding"),
  market: textField("Mkt", "on or off the market, as it is written"),
  marketCode: textField("MktCode", "1 on the market, 2 off it"),
  tradeType: textField("TxnType", "bought or sold, as it is written"),
  tradeTypeCode: textField("TxnTypeCode", "1 bought, 2 sold"),
  counterparty: organisationField("Cptty", "who the holder bought from or sold to"),
  price: yen("Price", "price a share"),
  priceText: textField("PriceRaw", "price, as it is written"),
} satisfies FieldTable;

const loan = {
  lender: organisationField("Name", "who lent"),
  industry: textField("Ind", "industry of the lender"),
  purpose: textField("DiscBrwPurp", "purpose of the loan, as it is written"),
  amount: yen("Amt", "amount of the loan"),
} satisfies FieldTable;

const lender = { name: organisationField("Name", "who lent") } satisfies FieldTable;

const kinds: Readonly<Record<string, string>> = { 1: "person", 2: "company" };

const holderKind = wireField(["LargeHldrTypeCode", "HldrTypeCode"], {
  read: (value) => kinds[String(value).trim()] ?? "unknown",
  type: "text",
  expected: "1 or 2",
  about: "person, company, or unknown",
});

const largeHolder = {
  name: textField("HldrName", "name of the holder; absent where it is or may be a person"),
  nameEnglish: textField("HldrNameEn", "the same in English"),
  edinetCode: textField("HldrEdinetCode", "EDINET code of the holder"),
  code: codeField("HldrCode", "stock code of the holder"),
  kind: holderKind,
  kindText: textField("LargeHldrTypeRaw", "kind of holder, as it is written"),
  purpose: textField("HldgPurp", "purpose of the holding; absent for a person"),
  importantProposals: textField("ImpProp", "proposals to the company; absent for a person"),
  agreements: textField("ColAgr", "agreements about the shares; absent for a person"),
  shares: shares("ShsHeld", "held"),
  ratio: ratio("ShsRatio", "held, to shares outstanding"),
  previousRatio: ratio("ShsRatioLast", "the same in the report before"),
  ownFunds: yen("OwnFund", "paid from own funds"),
  borrowedFunds: yen("TotalBrw", "paid from loans"),
  otherFunds: yen("TotalOther", "paid from other funds"),
  otherFundsText: textField("OtherBrk", "what these are; absent for a person"),
  totalFunds: yen("TotalFund", "paid in all"),
  trades: recordsField("AcqDisp", { fields: trade, about: "trades of the last 60 days" }),
  loans: recordsField("BrwList", { fields: loan, about: "loans", unread: ["Rep", "Addr"] }),
  lenders: recordsField("CredList", { fields: lender, about: "lenders", unread: ["Rep", "Addr"] }),
} satisfies FieldTable;

/** Where names of persons stand: the name, and what was written freely. */
const mayName = ["name", "nameEnglish", "purpose", "importantProposals", "agreements", "otherFundsText"];

/** The holder; without these where it is a person, or nothing says that it is none. */
function withoutPerson(holder: RecordOf<typeof largeHolder>): RecordOf<typeof largeHolder> {
  const { kind, kindText = "", code, name = "" } = holder;
  const isKnown = kind === "company" || code !== undefined || kindText.includes("法人");
  if (kind !== "person" && (isKnown || isOrganisation(name))) return holder;
  return Object.fromEntries(Object.entries(holder).filter(([field]) => !mayName.includes(field)));
}

const largeHolding = {
  ...paper("IsrName"),
  reportTypeCode: textField(
    "LargeHldgTypeCode",
    "1 report, 2 change, 3 change by a transfer of much in a short time, 4 and 5 the same as 1 and 2 of institutions, 6 correction, 0 unknown",
  ),
  correctedDocumentId: textField("ParDocId", "number of the document that this one corrects"),
  obligedOn: dayField("RptOblgDate", "day on which the duty to report arose"),
  documentTitle: textField("DocTitle", "title, with the number of the report"),
  changeReason: textField("ChgRsn", "reason of a change, as it is written"),
  shares: shares("TotalShsHeld", "held by all holders together"),
  sharesOutstanding: shares("TotalOutStks", "outstanding"),
  ratio: ratio("TotalShsRatio", "held by all holders together, to shares outstanding"),
  previousRatio: ratio("TotalShsRatioLast", "the same in the report before; of changes alone"),
  holders: recordsField("Hldrs", {
    fields: largeHolder,
    about: "all joint holders",
    unread: ["HldrAddr"],
    keep: withoutPerson,
  }),
} satisfies FieldTable;

const registered = {
  rank: countField("Rank", "place, from 1", "rank"),
  name: organisationField("HldrName", "name of the holder"),
  shares: shares("ShsHeld", "held"),
  ratio: ratio("ShsRatio", "held, to shares outstanding without own shares"),
} satisfies FieldTable;

const periods = {
  ...paper("FilerName"),
  companyNameEnglish: textField("FilerNameEn", "company name in English"),
  businessYearStart: dayField("PerSt", "first day of the business year"),
  businessYearEnd: dayField("PerEn", "last day of the business year"),
  periodStart: dayField("CurPerSt", "first day of the period"),
  periodEnd: dayField("CurPerEn", "last day of the period"),
} satisfies FieldTable;

const majorShareholders = {
  ...periods,
  holders: recordsField("Hldrs", {
    fields: registered,
    about: "the largest holders, ten or more where some hold the same",
    unread: ["HldrAddr"],
  }),
} satisfies FieldTable;

/** What is held of listed or other companies, all issues together; the words stand before ours. */
function group<Name extends string>(name: Name, wire: string, who: string) {
  const fields = {
    [`${name}Issues`]: issues(`${wire}Iss`, `${who}: issues held`),
    [`${name}BookValue`]: yen(`${wire}BookVal`, `${who}: book value`),
    [`${name}IncreasedIssues`]: issues(`${wire}IncIss`, `${who}: issues of which more is held`),
    [`${name}AcquisitionCost`]: yen(`${wire}IncAcqCost`, `${who}: cost of what was bought`),
    [`${name}DecreasedIssues`]: issues(`${wire}DecIss`, `${who}: issues of which less is held`),
    [`${name}Sales`]: yen(`${wire}DecSaleAmt`, `${who}: amount of what was sold`),
    [`${name}IncreaseReason`]: textField(`${wire}IncRsn`, `${who}: why more is held`),
  };
  return fields as Readonly<
    Record<`${Name}${"Issues" | "IncreasedIssues" | "DecreasedIssues"}`, ReturnType<typeof issues>> &
      Record<`${Name}${"BookValue" | "AcquisitionCost" | "Sales"}`, ReturnType<typeof yen>> &
      Record<`${Name}IncreaseReason`, ReturnType<typeof textField>>
  >;
}

/** "*" and the like are values here: they say why a number is not there. */
const mark = (wire: string, of: string) => ({
  ...textField(wire, `sign that stands in the place of ${of}`),
  verbatim: true,
});

const crossIssue = {
  name: textField("IsrName", "company that is held"),
  code: codeField("IsrCode", "its stock code"),
  edinetCode: textField("IsrEdinetCode", "its EDINET code, found by its name"),
  shares: shares("CurShs", "held"),
  previousShares: shares("PriShs", "held a year before"),
  bookValue: yen("CurBookVal", "book value"),
  previousBookValue: yen("PriBookVal", "book value a year before"),
  sharesMark: mark("CurShsNotDisc", "`shares`"),
  previousSharesMark: mark("PriShsNotDisc", "`previousShares`"),
  bookValueMark: mark("CurBookValNotDisc", "`bookValue`"),
  previousBookValueMark: mark("PriBookValNotDisc", "`previousBookValue`"),
  reason: textField("HoldRat", "why it is held, as it is written"),
  holdsBack: textField("IsrHolds", "whether that company holds shares of this one, as it is written"),
  holdsBackCode: textField("IsrHoldsCode", "1 it does, 0 it does not, 2 unclear"),
} satisfies FieldTable;

const crossHolder = {
  name: textField("HldrName", "company that holds"),
  code: codeField("HldrCode", "its stock code"),
  edinetCode: textField("HldrEdinetCode", "its EDINET code"),
  ...group("listed", "Listed", "listed companies"),
  ...group("unlisted", "NonListed", "companies that are not listed"),
  specified: recordsField("Spec", { fields: crossIssue, about: "shares held for more than their value" }),
  deemed: recordsField("Deem", { fields: crossIssue, about: "shares of which the votes alone are held" }),
  specifiedNotes: textField("SpecFn", "notes to `specified`, pieces of HTML as text"),
  deemedNotes: textField("DeemFn", "notes to `deemed`, pieces of HTML as text"),
} satisfies FieldTable;

const holdings = (wire: string, about: string) => recordField(wire, { fields: crossHolder, about });

const crossShareholdings = {
  ...periods,
  report: holdings("Report", "what the company itself holds"),
  largest: holdings("Largest", "what the company of its group holds that holds most"),
  secondLargest: holdings("SecondLargest", "what the next one holds"),
} satisfies FieldTable;

/** Without any of the parameters the service answers with what was filed today. */
const edinetFacts = {
  parameters: ["code", "edinetCode", "date", "pagination_key"],
  rules: [{ parameter: "edinetCode", notWith: ["code"] }],
  plan: "standard",
} as const;

/** They come as they are filed, from 8:00 to 17:59, some of them late. */
const filed = {
  key: ["documentId"],
  day: ["submittedOn"],
  published: "submittedOn",
  publishedTime: "submittedTime",
} as const;

export const edinet = {
  "edinet/large-volume-shareholders": call({
    ...edinetFacts,
    about: "reports of holdings above 5 %",
    fields: largeHolding,
    records: { ...filed, occurred: "obligedOn" },
  }),
  "edinet/major-shareholders": call({
    ...edinetFacts,
    about: "the largest shareholders of companies",
    fields: majorShareholders,
    records: { ...filed, occurred: "periodEnd" },
  }),
  "edinet/cross-shareholdings": call({
    ...edinetFacts,
    about:
      "shares that companies hold for more than their value, from annual reports; the service had them read by a language model",
    fields: crossShareholdings,
    records: { ...filed, occurred: "periodEnd" },
  }),
};
