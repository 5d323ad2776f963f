/** The fields that the service sends since 2026, as its documents list them, are in docs/records.md with their units. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Wire names by unit; "" for what has none. Names within a record stand behind that of its field. */
type Listed = Readonly<Record<string, string>>;

const paper = "DocId Code EdinetCode DocTypeCode SubDate SubTime";
const periods = `${paper} FilerName FilerNameEn PerSt PerEn CurPerSt CurPerEn`;
const within = (field: string, names: string) =>
  names
    .split(" ")
    .map((name) => `${field}${name}`)
    .join(" ");
const groups = (names: string) => `${within("Listed", names)} ${within("NonListed", names)}`;
const ofHoldings = (list: (prefix: string) => string) =>
  ["Report.", "Largest.", "SecondLargest."].map(list).join(" ");
const issue = (prefix: string, names: string) =>
  `${within(`${prefix}Spec[].`, names)} ${within(`${prefix}Deem[].`, names)}`;

const calls: Readonly<Record<string, Listed>> = {
  "td/list": { "": "DiscNo Code Name DiscDate DiscTime Title DiscStatus RevNo DiscItems Docs" },
  "fins/earnings-date": { "": "PubDate SchDate FQName FYE Code CoName CoNameEn" },
  "edinet/large-volume-shareholders": {
    "": [
      `${paper} IsrName LargeHldgTypeCode ParDocId RptOblgDate DocTitle ChgRsn Hldrs`,
      within(
        "Hldrs[].",
        "HldrName HldrNameEn HldrEdinetCode HldrCode LargeHldrTypeCode HldrTypeCode LargeHldrTypeRaw HldgPurp ImpProp ColAgr OtherBrk AcqDisp BrwList CredList",
      ),
      within("Hldrs[].AcqDisp[].", "Date SecType Mkt MktCode TxnType TxnTypeCode Cptty PriceRaw"),
      within("Hldrs[].BrwList[].", "Name Ind DiscBrwPurp"),
      "Hldrs[].CredList[].Name",
    ].join(" "),
    percent: `TotalShsRatio TotalShsRatioLast ${within("Hldrs[].", "ShsRatio ShsRatioLast AcqDisp[].Ratio")}`,
    shares: `TotalShsHeld TotalOutStks ${within("Hldrs[].", "ShsHeld AcqDisp[].Shs")}`,
    JPY: within("Hldrs[].", "OwnFund TotalBrw TotalOther TotalFund AcqDisp[].Price BrwList[].Amt"),
  },
  "edinet/major-shareholders": {
    "": `${periods} Hldrs Hldrs[].HldrName`,
    rank: "Hldrs[].Rank",
    shares: "Hldrs[].ShsHeld",
    percent: "Hldrs[].ShsRatio",
  },
  "edinet/cross-shareholdings": {
    "": `${periods} Report Largest SecondLargest ${ofHoldings((prefix) =>
      [
        within(prefix, `HldrName HldrCode HldrEdinetCode ${groups("IncRsn")} Spec Deem SpecFn DeemFn`),
        issue(
          prefix,
          "IsrName IsrCode IsrEdinetCode CurShsNotDisc PriShsNotDisc CurBookValNotDisc PriBookValNotDisc HoldRat IsrHolds IsrHoldsCode",
        ),
      ].join(" "),
    )}`,
    issues: ofHoldings((prefix) => within(prefix, groups("Iss IncIss DecIss"))),
    JPY: ofHoldings(
      (prefix) =>
        `${within(prefix, groups("BookVal IncAcqCost DecSaleAmt"))} ${issue(prefix, "CurBookVal PriBookVal")}`,
    ),
    shares: ofHoldings((prefix) => issue(prefix, "CurShs PriShs")),
  },
  "equities/valuation": {
    "": "Date Code",
    "JPY a share": "EPS FwdEPS BPS",
    percent: "ROE FwdROE",
    times: "PER FwdPER PBR",
    "million JPY": "MktCap",
  },
  "markets/margin-interest": {
    "": "PubDate Date Code IssType",
    shares: "ShrtVol LongVol ShrtNegVol LongNegVol ShrtStdVol LongStdVol",
    JPY: "ShrtVal LongVal ShrtNegVal LongNegVal ShrtStdVal LongStdVal",
  },
  "equities/bars/daily": { "": "ExRT", "million JPY": "MktCap" },
  "equities/master": { "": "ProdCat" },
  "fins/summary": { JPY: "ShEq NCShEq", "as the service writes it": "ROE NCROE" },
  "equities/bars/minute": { "": "Date Time Code", JPY: "O H L C Va", shares: "Vo" },
};

const page = readFileSync(join(import.meta.dirname, "../../../docs/records.md"), "utf8");

/** The unit of each name that a call sends, as the page has it. */
function unitsOf(call: string): ReadonlyMap<string, string> {
  const [, section = ""] = page.split(`## market ${call}\n`);
  const rows = (section.split("\n## ")[0] ?? "").matchAll(/^\|[^|]*\|[^|]*\|([^|]*)\|[^|]*\|([^|]*)\|$/gm);
  return new Map(
    [...rows].flatMap(([, unit = "", sentAs = ""]) =>
      sentAs
        .trim()
        .split(", ")
        .map((name): [string, string] => [name, unit.trim()]),
    ),
  );
}

test.each(Object.entries(calls))("%s: every field has its unit", (call, listed) => {
  const units = unitsOf(call);
  const expected = Object.entries(listed).flatMap(([unit, names]) =>
    names.split(" ").map((name) => [name, unit]),
  );
  const lacking = expected.filter(([name = "", unit]) => units.get(name) !== unit);
  expect(lacking.map(([name = "", unit]) => `${name}: ${unit}, found ${units.get(name)}`)).toEqual([]);
});

test("no field holds an address, or who stands for a company", () => {
  for (const call of Object.keys(calls).filter((name) => name.startsWith("edinet/")))
    for (const name of unitsOf(call).keys()) expect(name).not.toMatch(/Addr|\bRep$/);
});
