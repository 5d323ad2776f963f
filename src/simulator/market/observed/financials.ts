/** Statements, their details and dividends as observed. */
import { type Statement, statementNumber } from "../../world/market/financials.ts";
import { documentType, perShare, statementsOf } from "../documented/companies.ts";
import { codeAndDates, type Endpoint, fiveDigits, lazily, ofAsked, rowsByDay } from "../endpoint.ts";
import { statementFigures, statementNames } from "./statement-figures.ts";

const codeOrDate = ["code", "date"] as const;
const untold = Object.fromEntries(statementNames.map((name) => [name, ""]));

/** All values are strings, "" for what a statement does not have. */
export const observedSummary: Endpoint = {
  parameters: codeAndDates,
  anyOf: codeOrDate,
  find: (world, query, at) =>
    lazily(statementsOf(world, query, at), (one) => ({
      ...untold,
      DiscDate: world.calendar.dateOf(one.disclosedOn),
      DiscTime: one.time,
      Code: fiveDigits(one.company),
      DiscNo: statementNumber(world.calendar.dateOf(one.disclosedOn), one.company),
      DocType: documentType(one),
      CurPerType: one.period,
      CurPerSt: one.yearStart,
      CurPerEn: one.periodEnd,
      CurFYSt: one.yearStart,
      CurFYEn: one.yearEnd,
      Sales: String(one.sales),
      OP: one.company.sector.wide === "15" ? "" : String(one.operating),
      OdP: String(one.ordinary),
      NP: String(one.net),
      ...perShare(one),
      ...(one.period === "FY" ? {} : { BPS: "" }),
      TA: String(one.assets),
      Eq: String(one.equity),
      EqAR: (one.equity / one.assets).toFixed(3),
      ...cashFlow(one),
      ...statementFigures(one, world),
      ...unchanged,
      ShOutFY: String(one.company.shares),
      TrShFY: "0",
      AvgSh: String(one.company.shares),
    })),
};

const itemCount = 480;

/** Further labels, as many as a statement really has. */
function items({ assets }: Statement): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let number = 1; number <= itemCount; number += 1)
    labels[`Simulated item ${number} of the consolidated balance sheet`] = String(
      Math.round(assets / (number + 9) / 1_000_000) * 1_000_000,
    );
  return labels;
}

/** Nothing in how the books are kept has changed. */
const unchanged = {
  MatChgSub: "false",
  SigChgInC: "false",
  ChgByASRev: "false",
  ChgNoASRev: "false",
  ChgAcEst: "false",
  RetroRst: "false",
};

/** Only half and whole years tell of it. */
function cashFlow({ period, cashFlow }: Statement) {
  const told = period === "2Q" || period === "FY";
  const text = (yen: number) => (told ? String(yen) : "");
  return { CFO: text(cashFlow.operating), CFI: text(cashFlow.investing), CFF: text(cashFlow.financing) };
}

export const observedDetails: Endpoint = {
  parameters: codeAndDates,
  anyOf: codeOrDate,
  find: (world, query, at) =>
    lazily(statementsOf(world, query, at), (one) => ({
      DiscDate: world.calendar.dateOf(one.disclosedOn),
      DiscTime: one.time,
      Code: fiveDigits(one.company),
      DiscNo: statementNumber(world.calendar.dateOf(one.disclosedOn), one.company),
      DocType: documentType(one),
      FS: {
        "Total assets": String(one.assets),
        "Total liabilities": String(one.assets - one.equity),
        "Net assets": String(one.equity),
        "Net sales": String(one.sales),
        "Operating profit": String(one.operating),
        "Ordinary profit": String(one.ordinary),
        "Profit attributable to owners": String(one.net),
        "Fiscal year end": one.yearEnd,
        ...(world.market === "full" ? items(one) : {}),
      },
    })),
};

/** Dividends by day of publication; rates are numbers, or "-" for what is not paid. */
export const observedDividend: Endpoint = {
  parameters: codeAndDates,
  anyOf: codeOrDate,
  find: (world, query, at) =>
    lazily(
      rowsByDay(world, query, world.financials.lastDay(at), (day) =>
        world.financials.dividendsOn(day).filter(ofAsked(query)),
      ),
      (one) => {
        const published = world.calendar.dateOf(one.disclosedOn);
        const number = `${published.replaceAll("-", "")}D${fiveDigits(one.company)}`;
        return {
          PubDate: published,
          PubTime: "15:30",
          Code: fiveDigits(one.company),
          RefNo: number,
          StatCode: "1",
          BoardDate: published,
          IFCode: one.interim ? "1" : "2",
          FRCode: "1",
          IFTerm: one.recordDate.slice(0, 7),
          DivRate: one.yen,
          RecDate: one.recordDate,
          ExDate: one.exDate,
          ActRecDate: one.recordDate,
          PayDate: one.paidOn,
          CARefNo: number,
          DistAmt: "-",
          RetEarn: "-",
          DeemDiv: "-",
          DeemCapGains: "-",
          NetAssetDecRatio: "-",
          CommSpecCode: "0",
          CommDivRate: "-",
          SpecDivRate: "-",
        };
      },
    ),
};
