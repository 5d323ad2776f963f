/** Margin balances. */
import type { MarginRow } from "../../world/market/margins.ts";
import { msPerDate, weekday } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import {
  codeAndDates,
  companiesOf,
  daysOf,
  type Endpoint,
  fiveDigits,
  lazily,
  ofAsked,
  rowsByDay,
  someOf,
} from "../endpoint.ts";
import type { MarketQuery } from "../query.ts";

function marginRows(world: World, query: MarketQuery, at: number): MarginRow[] {
  const { lastDay, publication } = world.margins;
  return rowsByDay(world, query, lastDay(at), (day) => publication(day, at).filter(ofAsked(query)));
}

export const marginAlert: Endpoint = {
  parameters: codeAndDates,
  anyOf: someOf,
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

const dailyAfter = "2026-09-24";
const thursday = 4;

/** Balances of every issue: for the last business day of a week, and after a certain day for every one. */
export function interestRows(world: World, query: MarketQuery, at: number) {
  const { calendar, margins } = world;
  const isLastOfWeek = (day: number) => {
    const [date, next] = [day, day + 1].map((one) => Date.parse(calendar.dateOf(one)) / msPerDate);
    // Weeks begin on Mondays; 1970-01-01 was a Thursday.
    const weekOf = (number = 0) => Math.floor((number + thursday - 1) / 7);
    return weekday(date ?? 0) !== 0 && weekOf(date) !== weekOf(next);
  };
  return daysOf(world, query, world.bars.lastDay(at) - 1)
    .filter((day) => calendar.dateOf(day) > dailyAfter || isLastOfWeek(day))
    .flatMap((day) =>
      companiesOf(world, query)
        .filter(({ margin }) => margin !== "none")
        .map((company) => ({
          company,
          day,
          short: company.margin === "lendable" ? margins.balance(company, day, 1) : 0,
          long: margins.balance(company, day, 2),
        })),
    );
}

export const marginInterest: Endpoint = {
  parameters: codeAndDates,
  anyOf: someOf,
  find: (world, query, at) =>
    lazily(interestRows(world, query, at), ({ company, day, short, long }) => ({
      Code: fiveDigits(company),
      Date: world.calendar.dateOf(day),
      MarginBuyingBalance: long,
      MarginSellingBalance: short,
    })),
};
