/** The market service's endpoints: their parameters, and their records as the document writes them. */
import { msPerDate } from "../world/holidays.ts";
import type { MarginRow } from "../world/margins.ts";
import { dayOf } from "../world/moment.ts";
import type { ShortReport } from "../world/shorts.ts";
import { isoDate } from "../world/trading-calendar.ts";
import type { World } from "../world/world.ts";
import type { MarketQuery, QueryName } from "./query.ts";

export interface Endpoint {
  readonly parameters: readonly QueryName[];
  /** Of these at least one must be given. */
  readonly anyOf?: readonly QueryName[];
  readonly rows: (world: World, query: MarketQuery, at: number) => readonly unknown[];
}

const allParameters = ["code", "date", "from", "to", "pagination_key"] as const;

export const endpoints: Readonly<Record<string, Endpoint>> = {
  "/markets/margin-alert": {
    parameters: allParameters,
    anyOf: ["code", "date", "from", "to"],
    rows: (world, query, at) =>
      publishedRows(world, query, world.margins.lastDay(at), (day) => world.margins.publication(day, at)).map(
        (row) => marginAlert(world, row),
      ),
  },
  "/markets/short-sale-report": {
    parameters: allParameters,
    anyOf: ["code", "date", "from", "to"],
    rows: (world, query, at) =>
      publishedRows(world, query, world.shorts.lastDay(at), (day) => world.shorts.publication(day, at)).map(
        (row) => shortSaleReport(world, row),
      ),
  },
  "/markets/calendar": {
    parameters: ["date", "from", "to"],
    rows: ({ calendar }, query, at) => {
      const yearOf = (day: number) => Number(calendar.dateOf(day).slice(0, 4));
      const { from, to } = bounds(
        query,
        `${yearOf(calendar.firstDay)}-01-01`,
        `${yearOf(dayOf(at)) + 1}-12-31`,
      );
      const days: unknown[] = [];
      for (let date = from; date <= to; date = isoDate(Date.parse(date) / msPerDate + 1))
        days.push({ Date: date, HolDiv: calendar.isOpen(date) ? "0" : "1" });
      return days;
    },
  },
  "/equities/master": {
    parameters: ["code", "date", "pagination_key"],
    rows: (world, query, at) => {
      const { calendar } = world;
      const asked = query.date === undefined ? dayOf(at) : dayWithin(world, query.date, dayOf(at));
      if (asked === undefined) return [];
      const date = calendar.dateOf(asked);
      return world.companies
        .filter(({ code }) => query.code === undefined || query.code === `${code}0`)
        .map((company) => ({
          Date: date,
          Code: `${company.code}0`,
          CoName: company.name,
          CoNameEn: company.english,
          S17: company.sector.wide,
          S17Nm: company.sector.wideName,
          S33: company.sector.code,
          S33Nm: company.sector.name,
          ScaleCat: company.scale,
          Mkt: company.market.code,
          MktNm: company.market.name,
          Mrgn: company.lendable ? "2" : "1",
          MrgnNm: company.lendable ? "貸借" : "信用",
        }));
    },
  },
};

/** The first business day on or after a date, where history has one that is not in the future. */
function dayWithin({ calendar }: World, date: string, lastDay: number): number | undefined {
  if (date < calendar.dateOf(calendar.firstDay) || date > calendar.dateOf(lastDay)) return undefined;
  const day = calendar.dayFrom(date);
  return day <= lastDay ? day : undefined;
}

/** The rows of every publication that the query wants, oldest first. */
function publishedRows<Row extends { company: { code: string } }>(
  { calendar }: World,
  query: MarketQuery,
  lastDay: number,
  publication: (day: number) => readonly Row[],
): Row[] {
  const { from, to } = bounds(query, calendar.dateOf(calendar.firstDay), calendar.dateOf(lastDay));
  if (from > to) return [];
  const rows: Row[] = [];
  for (let day = calendar.dayFrom(from); day <= lastDay && calendar.dateOf(day) <= to; day += 1)
    for (const row of publication(day))
      if (query.code === undefined || query.code === `${row.company.code}0`) rows.push(row);
  return rows;
}

/** The dates that satisfy all of a query's date parameters, within what the service has; empty when from > to. */
function bounds({ date, from, to }: MarketQuery, first: string, last: string): { from: string; to: string } {
  const latest = (a: string, b: string | undefined) => (b !== undefined && b > a ? b : a);
  const earliest = (a: string, b: string | undefined) => (b !== undefined && b < a ? b : a);
  return { from: latest(latest(first, from), date), to: earliest(earliest(last, to), date) };
}

function marginAlert({ calendar }: World, row: MarginRow) {
  return {
    PubDate: calendar.dateOf(row.publishedOn),
    Code: `${row.company.code}0`,
    AppDate: calendar.dateOf(row.appliedOn),
    ShrtOut: row.short,
    ShrtOutChg: row.shortChange,
    ShrtOutRatio: percent(row.short, row.company.shares),
    LongOut: row.long,
    LongOutChg: row.longChange,
    SLRatio: percent(row.short, row.long),
  };
}

function shortSaleReport({ calendar }: World, report: ShortReport) {
  return {
    DisclosedDate: calendar.dateOf(report.disclosedOn),
    CalculatedDate: calendar.dateOf(report.calculatedOn),
    Code: `${report.company.code}0`,
    StockName: report.company.name,
    ShortSellerName: report.seller.name,
    ShortPositionsToSharesOutstandingRatio: report.ratio.toFixed(2),
    ShortPositionsInSharesNumber: report.shares,
  };
}

/** The document carries ratios as strings. */
function percent(part: number, whole: number): string {
  return ((part / whole) * 100).toFixed(2);
}
