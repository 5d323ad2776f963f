/** Statements, their details, and dividends. */
import type { Dividend, Statement } from "../../world/market/financials.ts";
import type { World } from "../../world/world.ts";
import {
  boundsOfDays,
  type CallQuery,
  codeAndDates,
  type Endpoint,
  fiveDigits,
  lazily,
  ofAsked,
  rowsByDay,
  someDays,
} from "../endpoint.ts";

export function statementsOf(world: World, query: CallQuery, at: number): Statement[] {
  const { statementsOn, lastDay } = world.financials;
  return rowsByDay(world, query, lastDay(at), (day) => statementsOn(day).filter(ofAsked(query)));
}

export function documentType({ period }: Statement): string {
  return `${period}FinancialStatements_Consolidated_JP`;
}

export const documentedSummary: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  find: (world, query, at) =>
    lazily(statementsOf(world, query, at), (statement) => ({
      Code: fiveDigits(statement.company),
      DiscDate: world.calendar.dateOf(statement.disclosedOn),
      DiscTime: statement.time,
      DocType: documentType(statement),
      CurPerType: statement.period,
      CurPerSt: statement.yearStart,
      CurPerEn: statement.periodEnd,
      Sales: String(statement.sales),
      OP: String(statement.operating),
      OdP: String(statement.ordinary),
      NP: String(statement.net),
      ...perShare(statement),
      TA: String(statement.assets),
      Eq: String(statement.equity),
      EqAR: (statement.equity / statement.assets).toFixed(3),
      CFO: String(statement.cashFlow.operating),
      CFI: String(statement.cashFlow.investing),
      CFF: String(statement.cashFlow.financing),
    })),
};

export function perShare({ net, equity, company }: Statement) {
  const [EPS, DEPS] = [net / company.shares, net / company.shares / 1.01].map((yen) => yen.toFixed(2));
  return { EPS, DEPS, BPS: (equity / company.shares).toFixed(2) };
}

export const documentedDetails: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  find: (world, query, at) =>
    lazily(statementsOf(world, query, at), (statement) => ({
      LocalCode: fiveDigits(statement.company),
      DisclosedDate: world.calendar.dateOf(statement.disclosedOn),
      TypeOfDocument: documentType(statement),
      TotalAssets: String(statement.assets),
      TotalLiabilities: String(statement.assets - statement.equity),
      NetAssets: String(statement.equity),
      NetSales: String(statement.sales),
      OperatingProfit: String(statement.operating),
      OrdinaryProfit: String(statement.ordinary),
      Profit: String(statement.net),
    })),
};

/** The record date is the only one that every record has, so it is the one that queries choose by. */
export const documentedDividend: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  find(world, query, at) {
    const { calendar, financials } = world;
    const last = financials.lastDay(at);
    const { from, to } = boundsOfDays(query, calendar.dateOf(calendar.firstDay), calendar.dateOf(last));
    const rows: Dividend[] = [];
    // A dividend is told some weeks after its record date.
    const end = Math.min(last, calendar.dayFrom(to) + 45);
    if (from <= to)
      for (let day = calendar.dayFrom(from); day <= end; day += 1)
        rows.push(
          ...financials.dividendsOn(day).filter((one) => one.recordDate >= from && one.recordDate <= to),
        );
    return lazily(rows.filter(ofAsked(query)), (one) => ({
      Code: fiveDigits(one.company),
      RecordDate: one.recordDate,
      ExDividendDate: one.exDate,
      PaymentDate: one.paidOn,
      DividendPerShare: one.yen.toFixed(1),
    }));
  },
};
