/** The service as it was seen to answer. */
import { type Company, fundSector } from "../../world/market/companies.ts";
import { publishedAt } from "../../world/publication-times.ts";
import { businessDay, msPerDate, weekday } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import { calendarDates, master as documentedMaster } from "../documented/companies.ts";
import { breakdownRows, industries, investorWeeks, sectorDays } from "../documented/trading.ts";
import {
  codeAndDates,
  companiesOf,
  type Endpoint,
  fiveDigits,
  lazily,
  onlyDates,
  unpagedDates,
} from "../endpoint.ts";
import { observedRights } from "../plans.ts";
import type { MarketDialect } from "../service.ts";
import { observedFutures, observedOptions, observedOptions225 } from "./derivatives.ts";
import { observedDetails, observedDividend, observedSummary } from "./financials.ts";
import { broadIndex, dailyBars, indexPrices, morningBars } from "./prices.ts";
import { observedMarginAlert, observedMarginInterest, observedShortSaleReport } from "./trading.ts";

// Investor types, breakdown and the share of short selling as observed.

const investorTypes: Endpoint = {
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

const breakdown: Endpoint = {
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

const shortRatio: Endpoint = {
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

// The calendars as observed.

/** "1" open, "2" half a day, "0" closed, "3" closed but for derivatives: on weekdays, except at the turn of the year. */
function division({ calendar }: World, date: string): string {
  if (calendar.isOpen(date)) {
    const day = calendar.dayFrom(date);
    return calendar.dateOf(day + 1).slice(0, 4) === date.slice(0, 4) ? "1" : "2";
  }
  const isWeekend = weekday(Date.parse(date) / msPerDate) % 6 === 0;
  return isWeekend || /-(12-31|01-0[123])$/.test(date) ? "0" : "3";
}

const tradingCalendar: Endpoint = {
  parameters: { ...unpagedDates, hol_div: "division" },
  find: (world, query, at) =>
    calendarDates(world, query, at)
      .map((date) => ({ Date: date, HolDiv: division(world, date) }))
      .filter(({ HolDiv }) => query.division === undefined || HolDiv === query.division),
};

/** Classes of product that few have, by the place in so many. */
const rareStocks: Readonly<Record<number, string>> = { 0: "012", 20: "021", 40: "024" };
const rareFunds: Readonly<Record<number, string>> = { 0: "022", 4: "023", 6: "013" };

function productOf({ isFund, index }: Company): string {
  return isFund ? (rareFunds[index % 7] ?? "014") : (rareStocks[index % 400] ?? "011");
}

const master: Endpoint = {
  ...documentedMaster,
  find(world, query, at, plan) {
    const issues = documentedMaster.find(world, query, at, plan);
    const companies = companiesOf(world, query);
    return {
      length: issues.length,
      slice: (from, to) =>
        issues.slice(from, to).map((issue, place) => {
          const company = companies[from + place];
          return Object.assign({}, issue, company && { ProdCat: productOf(company) });
        }),
    };
  },
};

const quarterNames = { "1Q": "第１四半期", "2Q": "第２四半期", "3Q": "第３四半期", FY: "本決算" } as const;

/** Only those of the next business day; some companies have not said the day. */
const earningsCalendar: Endpoint = {
  parameters: { pagination_key: "paginationKey" },
  find(world, _query, at) {
    const next = businessDay(at - publishedAt.earnings) + 1;
    return lazily(world.financials.statementsOn(next), ({ company, period, yearEnd, disclosedOn }) => ({
      Date: (company.index + disclosedOn) % 17 === 0 ? "" : world.calendar.dateOf(disclosedOn),
      Code: fiveDigits(company),
      CoName: company.name,
      FY: `${Number(yearEnd.slice(5, 7))}月${Number(yearEnd.slice(8, 10))}日`,
      SectorNm: company.sector.name,
      FQ: quarterNames[period],
      Section: company.market.name,
    }));
  },
};

export const observedDialect: MarketDialect = {
  endpoints: {
    "/equities/bars/daily": dailyBars,
    "/equities/bars/daily/am": morningBars,
    "/equities/master": master,
    "/equities/earnings-calendar": earningsCalendar,
    "/equities/investor-types": investorTypes,
    "/fins/summary": observedSummary,
    "/fins/details": observedDetails,
    "/fins/dividend": observedDividend,
    "/markets/calendar": tradingCalendar,
    "/markets/breakdown": breakdown,
    "/markets/short-ratio": shortRatio,
    "/markets/short-sale-report": observedShortSaleReport,
    "/markets/margin-alert": observedMarginAlert,
    "/markets/margin-interest": observedMarginInterest,
    "/indices/bars/daily": indexPrices,
    "/indices/bars/daily/topix": broadIndex,
    "/derivatives/bars/daily/futures": observedFutures,
    "/derivatives/bars/daily/options": observedOptions,
    "/derivatives/bars/daily/options/225": observedOptions225,
  },
  rights: observedRights,
  pageSize: { rows: Number.POSITIVE_INFINITY, bytes: 5_000_000 },
  unknownCall: { status: 403, message: "The requested endpoint does not exist." },
  missingKey: { status: 403, message: "The API key is missing: send it in the header x-api-key." },
  wrongKey: { status: 403, message: "The incoming api key is invalid or expired." },
  lowPlan: () =>
    "This API is not available on your subscription. If you want more data, please check other plans:https://plans.example/",
  blocks: true,
  ownLimits: { "/fins/summary": 60, "/fins/details": 60 },
  newestByDefault: false,
  windows: true,
  cursor: true,
};
