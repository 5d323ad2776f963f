/** Companies: the master list, the calendars and the sectors; their statements, the details of these, and dividends. */
import sectors from "../../../../fixtures/simulator/sectors.json" with { type: "json" };
import type { Dividend, Statement } from "../../world/market/financials.ts";
import { publishedAt } from "../../world/publication-times.ts";
import { businessDay, isoDate, msPerDate } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import {
  boundsOfDays,
  type CallQuery,
  codeAndDates,
  companiesOf,
  type Endpoint,
  fiveDigits,
  lazily,
  ofAsked,
  rowsByDay,
  someDays,
  unpagedDates,
} from "../endpoint.ts";

/** Kinds of margin trading, as the master list and the balances write them. */
export const margins = {
  credit: { code: "1", name: "信用" },
  lendable: { code: "2", name: "貸借" },
  none: { code: "3", name: "その他" },
} as const;

export const master: Endpoint = {
  parameters: { code: "code", date: "date", pagination_key: "paginationKey" },
  find(world, query, at) {
    const { calendar } = world;
    const asked = query.date === undefined ? businessDay(at) : dayWithin(world, query.date, businessDay(at));
    if (asked === undefined) return [];
    const date = calendar.dateOf(asked);
    return lazily(companiesOf(world, query), (company) => ({
      Date: date,
      Code: fiveDigits(company),
      CoName: company.name,
      CoNameEn: company.english,
      S17: company.sector.wide,
      S17Nm: company.sector.wideName,
      S33: company.sector.code,
      S33Nm: company.sector.name,
      ScaleCat: company.scale,
      Mkt: company.market.code,
      MktNm: company.market.name,
      Mrgn: margins[company.margin].code,
      MrgnNm: margins[company.margin].name,
    }));
  },
};

/** The first business day on or after a date, where history has one that is not in the future. */
function dayWithin({ calendar }: World, date: string, lastDay: number): number | undefined {
  if (date < calendar.dateOf(calendar.firstDay) || date > calendar.dateOf(lastDay)) return undefined;
  const day = calendar.dayFrom(date);
  return day <= lastDay ? day : undefined;
}

const calendarYears = 20;

/** Every date that a query wants of twenty years, the last of which is the next. */
export function calendarDates({ calendar }: World, query: CallQuery, at: number): string[] {
  const lastYear = Number(calendar.dateOf(businessDay(at)).slice(0, 4)) + 1;
  const { from, to } = boundsOfDays(query, `${lastYear - calendarYears + 1}-01-01`, `${lastYear}-12-31`);
  const dates: string[] = [];
  for (let date = from; date <= to; date = isoDate(Date.parse(date) / msPerDate + 1)) dates.push(date);
  return dates;
}

export const tradingCalendar: Endpoint = {
  parameters: unpagedDates,
  find: (world, query, at) =>
    lazily(calendarDates(world, query, at), (date) => ({
      Date: date,
      HolDiv: world.calendar.isOpen(date) ? "0" : "1",
    })),
};

const scheduledDays = 60;

/** Calendar of announcements: coming ones are known some weeks before, past ones stay. */
export const earningsCalendar: Endpoint = {
  parameters: codeAndDates,
  find(world, query, at) {
    const { calendar, financials } = world;
    const asked =
      (query.date ?? query.from ?? query.to)
        ? query
        : { ...query, from: calendar.dateOf(businessDay(at - publishedAt.earnings)) };
    const last = businessDay(at) + scheduledDays;
    const { from, to } = boundsOfDays(asked, calendar.dateOf(calendar.firstDay), calendar.dateOf(last));
    const statements = [];
    for (let day = calendar.dayFrom(from); day <= last && calendar.dateOf(day) <= to; day += 1)
      statements.push(...financials.statementsOn(day).filter(ofAsked(query)));
    return lazily(statements, ({ company, disclosedOn, period, yearEnd }) => ({
      Code: fiveDigits(company),
      CoName: company.name,
      Date: calendar.dateOf(disclosedOn),
      FY: yearEnd.slice(0, 4),
      FQ: period === "FY" ? "4Q" : period,
      SectorNm: company.sector.name,
      Section: company.market.name,
    }));
  },
};

export const sectors33: Endpoint = {
  parameters: {},
  find: () =>
    Object.entries(sectors).map(([code, { name, english }]) => ({ code, name, name_english: english })),
};

export const sectors17: Endpoint = {
  parameters: {},
  find() {
    const found = new Map(Object.values(sectors).map((sector) => [sector.wide, sector]));
    return [...found]
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([code, { wideName, wideEnglish }]) => ({ code, name: wideName, name_english: wideEnglish }));
  },
};

// Statements and dividends.

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
