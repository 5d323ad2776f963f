/** Calls about who trades: investor types, breakdown, short selling. */
import sectors from "../../../../fixtures/simulator/sectors.json" with { type: "json" };
import type { ShortReport } from "../../world/market/shorts.ts";
import { type InvestorWeek, lastInvestorDay } from "../../world/market/trades.ts";
import type { World } from "../../world/world.ts";
import {
  codeAndDates,
  companiesOf,
  daysOf,
  type Endpoint,
  fiveDigits,
  lazily,
  ofAsked,
  onlyDates,
  rowsByDay,
  someOf,
} from "../endpoint.ts";
import type { MarketQuery } from "../query.ts";

export function investorWeeks(world: World, query: MarketQuery, at: number): InvestorWeek[] {
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

export function breakdownRows(world: World, query: MarketQuery, at: number) {
  return daysOf(world, query, world.bars.lastDay(at)).flatMap((day) =>
    companiesOf(world, query).flatMap((company) => {
      const trade = world.trades.breakdown(company, day);
      return trade ? [{ company, day, trade }] : [];
    }),
  );
}

export const breakdown: Endpoint = {
  parameters: codeAndDates,
  anyOf: someOf,
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

export function sectorDays(world: World, query: MarketQuery, at: number, codes = industries) {
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

function shortReports(world: World, query: MarketQuery, at: number): ShortReport[] {
  const { lastDay, publication } = world.shorts;
  return rowsByDay(world, query, lastDay(at), (day) => publication(day, at).filter(ofAsked(query)));
}

export const shortSaleReport: Endpoint = {
  parameters: codeAndDates,
  anyOf: someOf,
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
