/** Investor types, breakdown and short selling as observed. */
import { fundSector, unlistedCode } from "../../world/market/issues.ts";
import { type ShortReport, sellers } from "../../world/market/shorts.ts";
import type { World } from "../../world/world.ts";
import { breakdownRows, industries, investorWeeks, sectorDays } from "../documented/trading.ts";
import { codeAndDates, type Endpoint, fiveDigits, lazily, onlyDates, rowsByDay } from "../endpoint.ts";

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

/** Also a company that the master list does not have. */
const unlisted = { code: unlistedCode, name: "幻灯機製作所", shares: 12_000_000 };
type Report = Omit<ShortReport, "company"> & { company: Pick<ShortReport["company"], "code" | "name"> };

function reportsOn(world: World, day: number, at: number): Report[] {
  const reports: Report[] = [...world.shorts.publication(day, at)];
  const [seller] = sellers;
  if (seller && reports.length > 0 && day % 5 === 0) {
    const ratio = 0.6 + (((day % 7) + 7) % 7) / 20;
    const shares = Math.round((unlisted.shares * ratio) / 100);
    reports.push({ company: unlisted, seller, disclosedOn: day, calculatedOn: day - 2, ratio, shares });
  }
  return reports;
}

const rememberedDays = 15;

/** Finds the seller's last report about the stock before, within some weeks. */
function before(world: World, report: Report, at: number): Report | undefined {
  for (let day = report.disclosedOn - 1; day > report.disclosedOn - rememberedDays; day -= 1) {
    const found = reportsOn(world, day, at).find(
      ({ company, seller }) => company.code === report.company.code && seller === report.seller,
    );
    if (found) return found;
  }
  return undefined;
}

const fraction = (percent: number) => Number((percent / 100).toFixed(4));

export const shortSaleReport: Endpoint = {
  parameters: {
    code: "code",
    disc_date: "date",
    disc_date_from: "from",
    disc_date_to: "to",
    calc_date: "calculated",
    pagination_key: "paginationKey",
  },
  refused: ["date", "from", "to"],
  anyOf: ["code", "disc_date", "calc_date"],
  find(world, query, at) {
    const { calendar } = world;
    const rows = rowsByDay(world, query, world.shorts.lastDay(at), (day) =>
      reportsOn(world, day, at).filter(
        ({ company, calculatedOn }) =>
          (query.code === undefined || query.code === fiveDigits(company)) &&
          (query.calculated === undefined || query.calculated === calendar.dateOf(calculatedOn)),
      ),
    );
    return lazily(rows, (report) => {
      const last = before(world, report, at);
      return {
        DiscDate: calendar.dateOf(report.disclosedOn),
        CalcDate: calendar.dateOf(report.calculatedOn),
        Code: fiveDigits(report.company),
        SSName: report.seller.name,
        SSAddr: "",
        DICName: "",
        DICAddr: "",
        FundName: report.seller.fund ?? "",
        ShrtPosToSO: fraction(report.ratio),
        ShrtPosShares: report.shares,
        ShrtPosUnits: Math.floor(report.shares / 100),
        PrevRptDate: last ? calendar.dateOf(last.disclosedOn) : "",
        PrevRptRatio: last ? fraction(last.ratio) : 0,
        Notes: report.ratio < 0.5 ? "報告義務消滅" : "",
      };
    });
  },
};
