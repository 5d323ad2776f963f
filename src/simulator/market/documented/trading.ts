/** Calls about who trades: investor types, breakdown, short selling, margin balances. */
import sectors from "../../../../fixtures/simulator/sectors.json" with { type: "json" };
import type { ReportedPosition } from "../../world/market/shorts.ts";
import { type InvestorWeek, lastInvestorDay, type MarginBalance } from "../../world/market/trading.ts";
import { publishedAt } from "../../world/publication-times.ts";
import { businessDay, msPerDate, weekday } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import {
  type CallQuery,
  codeAndDates,
  companiesOf,
  daysOf,
  type Endpoint,
  fiveDigits,
  lazily,
  ofAsked,
  onlyDates,
  rowsByDay,
  someDays,
} from "../endpoint.ts";

export function investorWeeks(world: World, query: CallQuery, at: number): InvestorWeek[] {
  const wanted = query.section?.toLowerCase();
  return rowsByDay(world, query, lastInvestorDay(at), (day) => world.trades.investors(day, at)).filter(
    ({ section }) => wanted === undefined || section.toLowerCase() === wanted,
  );
}

export const investorTypes: Endpoint = {
  parameters: { from: "from", to: "to", section: "section", pagination_key: "paginationKey" },
  find: (world, query, at) =>
    lazily(investorWeeks(world, query, at), ({ publishedOn, from, to, section, kinds }) => {
      const of = (kind: string) => {
        const { sell = 0, buy = 0 } = kinds[kind] ?? {};
        return { sell, buy };
      };
      const [own, people, abroad] = [of("Prop"), of("Ind"), of("Frgn")];
      return {
        PubDate: publishedOn,
        StDate: from,
        EnDate: to,
        Section: section,
        PropSell: own.sell,
        PropBuy: own.buy,
        PropTot: own.sell + own.buy,
        PropBal: own.buy - own.sell,
        IndSell: people.sell,
        IndBuy: people.buy,
        FrgnSell: abroad.sell,
        FrgnBuy: abroad.buy,
      };
    }),
};

export function breakdownRows(world: World, query: CallQuery, at: number) {
  return daysOf(world, query, world.bars.lastDay(at)).flatMap((day) =>
    companiesOf(world, query).flatMap((company) => {
      const trade = world.trades.breakdown(company, day);
      return trade ? [{ company, day, trade }] : [];
    }),
  );
}

export const breakdown: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  find: (world, query, at) =>
    lazily(breakdownRows(world, query, at), ({ company, day, trade: { value, volume, sold, bought } }) => {
      const yen = (share: number) => String(Math.round(value * share));
      return {
        Date: world.calendar.dateOf(day),
        Code: fiveDigits(company),
        LongSellVa: yen(sold.long),
        ShrtNoMrgnVa: yen(sold.short),
        MrgnSellNewVa: yen(sold.marginNew),
        MrgnSellCloseVa: yen(sold.marginClose),
        LongBuyVa: yen(bought.long),
        MrgnBuyNewVa: yen(bought.marginNew),
        MrgnBuyCloseVa: yen(bought.marginClose),
        LongSellVo: Math.round(volume * sold.long),
        ShrtNoMrgnVo: Math.round(volume * sold.short),
      };
    }),
};

export const industries = Object.keys(sectors);

export function sectorDays(world: World, query: CallQuery, at: number, codes = industries) {
  return daysOf(world, query, world.bars.lastDay(at)).flatMap((day) =>
    codes
      .filter((sector) => query.sector === undefined || sector === query.sector)
      .map((sector) => ({ day, sector })),
  );
}

export const shortRatio: Endpoint = {
  parameters: onlyDates,
  anyOf: ["date", "from", "to"],
  find: (world, query, at) =>
    lazily(sectorDays(world, query, at), ({ day, sector }) => {
      const { restricted, free } = world.trades.sector(sector, day);
      return {
        Date: world.calendar.dateOf(day),
        Sector33Code: sector,
        SellingValue: restricted + free,
      };
    }),
};

function shortReports(world: World, query: CallQuery, at: number): ReportedPosition[] {
  const { lastDay, publication } = world.shorts;
  return rowsByDay(world, query, lastDay(at), (day) => publication(day, at).filter(ofAsked(query)));
}

export const documentedShortSaleReport: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  find: (world, query, at) =>
    lazily(shortReports(world, query, at), (report) => ({
      DisclosedDate: world.calendar.dateOf(report.disclosedOn),
      CalculatedDate: world.calendar.dateOf(report.calculatedOn),
      Code: fiveDigits(report.company),
      StockName: report.company.name,
      ShortSellerName: report.seller.name,
      ShortPositionsToSharesOutstandingRatio: report.ratio.toFixed(2),
      ShortPositionsInSharesNumber: report.shares,
    })),
};

// Margin balances.

function marginRows(world: World, query: CallQuery, at: number): MarginBalance[] {
  const { lastDay, publication } = world.margins;
  return rowsByDay(world, query, lastDay(at), (day) => publication(day, at).filter(ofAsked(query)));
}

export const documentedMarginAlert: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  find: (world, query, at) =>
    lazily(marginRows(world, query, at), (row) => ({
      PubDate: world.calendar.dateOf(row.publishedOn),
      Code: fiveDigits(row.company),
      AppDate: world.calendar.dateOf(row.appliedOn),
      ShrtOut: row.short,
      ShrtOutChg: row.shortChange,
      ShrtOutRatio: percent(row.short, row.company.shares),
      LongOut: row.long,
      LongOutChg: row.longChange,
      SLRatio: percent(row.short, row.long),
    })),
};

/** The document carries ratios as strings. */
function percent(part: number, whole: number): string {
  return ((part / whole) * 100).toFixed(2);
}

/** The first day of which balances are told by themselves, and are published with their day of publication. */
const dailyFrom = "2026-09-25";
const thursday = 4;

/**
 * Balances of every issue, out on the next business day: for the last business day of a week, and from a certain day on
 * for every one.
 */
export function interestRows(world: World, query: CallQuery, at: number) {
  const { calendar, margins } = world;
  const isLastOfWeek = (day: number) => {
    const [date, next] = [day, day + 1].map((one) => Date.parse(calendar.dateOf(one)) / msPerDate);
    // Weeks begin on Mondays; 1970-01-01 was a Thursday.
    const weekOf = (number = 0) => Math.floor((number + thursday - 1) / 7);
    return weekday(date ?? 0) !== 0 && weekOf(date) !== weekOf(next);
  };
  return daysOf(world, query, businessDay(at - publishedAt.interest) - 1)
    .map((day) => {
      const isDaily = calendar.dateOf(day) >= dailyFrom;
      return { day, isDaily, publishedOn: isDaily ? calendar.dateOf(day + 1) : undefined };
    })
    .filter(({ day, isDaily }) => isDaily || isLastOfWeek(day))
    .filter(({ publishedOn }) => query.published === undefined || query.published === publishedOn)
    .flatMap(({ day, publishedOn }) =>
      companiesOf(world, query)
        .filter(({ margin }) => margin !== "none")
        .map((company) => ({
          company,
          day,
          publishedOn,
          short: company.margin === "lendable" ? margins.balance(company, day, 1) : 0,
          long: margins.balance(company, day, 2),
        })),
    );
}

export const documentedMarginInterest: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  find: (world, query, at) =>
    lazily(interestRows(world, query, at), ({ company, day, short, long }) => ({
      Code: fiveDigits(company),
      Date: world.calendar.dateOf(day),
      MarginBuyingBalance: long,
      MarginSellingBalance: short,
    })),
};
