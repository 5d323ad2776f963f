/** Investor types, breakdown and the share of short selling as observed. */
import { fundSector } from "../../world/market/issues.ts";
import { breakdownRows, industries, investorWeeks, sectorDays } from "../documented/trading.ts";
import { codeAndDates, type Endpoint, fiveDigits, lazily, onlyDates } from "../endpoint.ts";

export const investorTypes: Endpoint = {
  parameters: { from: "from", to: "to", section: "section", pagination_key: "paginationKey" },
  find: (world, query, at) =>
    lazily(investorWeeks(world, query, at), ({ publishedOn, from, to, section, kinds }) => {
      const row: Record<string, string | number> = {
        PubDate: publishedOn,
        StDate: from,
        EnDate: to,
        Section: section,
      };
      for (const [kind, { sell, buy }] of Object.entries(kinds)) {
        row[`${kind}Sell`] = sell;
        row[`${kind}Buy`] = buy;
        row[`${kind}Tot`] = sell + buy;
        row[`${kind}Bal`] = buy - sell;
      }
      return row;
    }),
};

export const breakdown: Endpoint = {
  parameters: codeAndDates,
  anyOf: ["code", "date"],
  find: (world, query, at) =>
    lazily(breakdownRows(world, query, at), ({ company, day, trade: { value, volume, sold, bought } }) => {
      const parts = {
        LongSell: sold.long,
        ShrtNoMrgn: sold.short,
        MrgnSellNew: sold.marginNew,
        MrgnSellClose: sold.marginClose,
        LongBuy: bought.long,
        MrgnBuyNew: bought.marginNew,
        MrgnBuyClose: bought.marginClose,
      };
      const row: Record<string, string | number> = {
        Date: world.calendar.dateOf(day),
        Code: fiveDigits(company),
      };
      for (const [name, share] of Object.entries(parts)) row[`${name}Va`] = Math.round(value * share);
      for (const [name, share] of Object.entries(parts)) row[`${name}Vo`] = Math.round(volume * share);
      return row;
    }),
};

const withFunds = [...industries, fundSector.code];

export const shortRatio: Endpoint = {
  parameters: { ...onlyDates, s33: "sector" },
  anyOf: ["s33", "date"],
  find: (world, query, at) =>
    lazily(sectorDays(world, query, at, withFunds), ({ day, sector }) => {
      const { long, restricted, free } = world.trades.sector(sector, day);
      return {
        Date: world.calendar.dateOf(day),
        S33: sector,
        SellExShortVa: long,
        ShrtWithResVa: restricted,
        ShrtNoResVa: free,
      };
    }),
};
