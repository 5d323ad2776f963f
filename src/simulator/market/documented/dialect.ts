/** The service as its document describes it. */
import type { Bar, IndexName } from "../../world/market/bars.ts";
import type { Company } from "../../world/market/companies.ts";
import { businessDay } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import {
  type CallQuery,
  codeAndDates,
  companiesOf,
  daysOf,
  type Endpoint,
  lazily,
  onlyDates,
  someDays,
  unpagedDates,
} from "../endpoint.ts";
import { documentedRights } from "../plans.ts";
import type { MarketDialect } from "../service.ts";
import {
  documentedDetails,
  documentedDividend,
  documentedSummary,
  earningsCalendar,
  master,
  sectors17,
  sectors33,
  tradingCalendar,
} from "./companies.ts";
import { futures, options, options225 } from "./derivatives.ts";
import {
  breakdown,
  documentedMarginAlert,
  documentedMarginInterest,
  documentedShortSaleReport,
  investorTypes,
  shortRatio,
} from "./trading.ts";

// Daily and morning bars, indices.

/** Bars of days with trades; of several issues the issues follow one another within a day. */
function barsOf(world: World, query: CallQuery, lastDay: number): Traded[] {
  const companies = companiesOf(world, query);
  const rows: Traded[] = [];
  for (const day of daysOf(world, query, lastDay))
    for (const company of companies) {
      const bar = world.bars.on(company, day);
      if (bar) rows.push({ company, day, bar });
    }
  return rows;
}

interface Traded {
  readonly company: Company;
  readonly day: number;
  readonly bar: Bar;
}

const dailyBars: Endpoint = {
  parameters: codeAndDates,
  anyOf: someDays,
  find: (world, query, at) =>
    lazily(barsOf(world, query, world.bars.lastDay(at)), ({ company, day, bar }) => ({
      Date: world.calendar.dateOf(day),
      ...dailyBar(bar, company, day, businessDay(at)),
    })),
};

function dailyBar(bar: Bar, company: Company, day: number, today: number) {
  const later = company.splits.since(day, today);
  const adjusted = (price: number) => String(Number((price * later).toFixed(1)));
  return {
    O: String(bar.open),
    H: String(bar.high),
    L: String(bar.low),
    C: String(bar.close),
    Vo: bar.volume,
    Va: String(bar.value),
    AdjFactor: String(bar.factor),
    AdjO: adjusted(bar.open),
    AdjH: adjusted(bar.high),
    AdjL: adjusted(bar.low),
    AdjC: adjusted(bar.close),
    AdjVo: Math.round(bar.volume / later),
    UL: bar.upper ? "1" : "0",
    LL: bar.lower ? "1" : "0",
  };
}

/** Without dates the newest morning: the whole of history would not fit an answer without pages. */
const morningBars: Endpoint = {
  parameters: { code: "code", ...unpagedDates },
  find(world, query, at) {
    const last = world.bars.lastMorning(at);
    const asked =
      (query.date ?? query.from ?? query.to) ? query : { ...query, date: world.calendar.dateOf(last) };
    return lazily(barsOf(world, asked, last), ({ day, bar: { morning } }) => ({
      Date: world.calendar.dateOf(day),
      MO: String(morning.open),
      MH: String(morning.high),
      ML: String(morning.low),
      MC: String(morning.close),
      MVo: morning.volume,
      MVa: String(morning.value),
    }));
  },
};

const indexCodes: Readonly<Record<string, IndexName>> = {
  "0000": "broad",
  "0028": "average225",
  "0040": "large30",
};

function indexBars(world: World, index: IndexName, query: CallQuery, at: number, facts: object) {
  return lazily(daysOf(world, query, world.bars.lastDay(at)), (day) => {
    const { open, high, low, close } = world.indices.on(index, day);
    const [O, H, L, C] = [open, high, low, close].map((value) => value.toFixed(2));
    return { Date: world.calendar.dateOf(day), ...facts, O, H, L, C };
  });
}

const indexPrices: Endpoint = {
  parameters: codeAndDates,
  anyOf: ["code"],
  codes: "index",
  find(world, query, at) {
    const Code = query.code ?? "";
    const index = Object.hasOwn(indexCodes, Code) ? indexCodes[Code] : undefined;
    return index ? indexBars(world, index, query, at, { Code }) : [];
  },
};

const broadIndex: Endpoint = {
  parameters: onlyDates,
  find: (world, query, at) => indexBars(world, "broad", query, at, {}),
};

/** The 21 calls of the document. */
const documentedEndpoints: Readonly<Record<string, Endpoint>> = {
  "/equities/bars/daily": dailyBars,
  "/equities/bars/daily/am": morningBars,
  "/equities/master": master,
  "/equities/earnings-calendar": earningsCalendar,
  "/equities/investor-types": investorTypes,
  "/fins/summary": documentedSummary,
  "/fins/details": documentedDetails,
  "/fins/dividend": documentedDividend,
  "/markets/calendar": tradingCalendar,
  "/markets/sectors/mkt17": sectors17,
  "/markets/sectors/mkt33": sectors33,
  "/markets/breakdown": breakdown,
  "/markets/short-ratio": shortRatio,
  "/markets/short-sale-report": documentedShortSaleReport,
  "/markets/margin-alert": documentedMarginAlert,
  "/markets/margin-interest": documentedMarginInterest,
  "/indices/bars/daily": indexPrices,
  "/indices/bars/daily/mkt": broadIndex,
  "/derivatives/bars/daily/futures": futures,
  "/derivatives/bars/daily/options": options,
  "/derivatives/bars/daily/options/225": options225,
};

/** The master list takes three pages. */
const rowsOnPage = 57;

export const documentedDialect: MarketDialect = {
  endpoints: documentedEndpoints,
  rights: documentedRights,
  pageSize: { rows: rowsOnPage },
  unknownCall: { status: 404, message: "The requested resource does not exist." },
  missingKey: { status: 401, message: "The API key is missing or invalid." },
  wrongKey: { status: 401, message: "The API key is missing or invalid." },
  lowPlan: (plan, needed) => `This API is not available on your subscription (${plan}); it needs ${needed}.`,
  blocks: false,
  ownLimits: {},
  newestByDefault: true,
  windows: false,
  cursor: false,
};
