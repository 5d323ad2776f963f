/** The calendars as observed. */

import { publishedAt } from "../../world/publication-times.ts";
import { dayOf, msPerDate, weekday } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import { calendarDates, master as documentedMaster } from "../documented/issues.ts";
import { companiesOf, type Endpoint, fiveDigits, lazily, unpagedDates } from "../endpoint.ts";

/** "1" open, "2" half a day, "0" closed, "3" closed but for derivatives: on weekdays, except at the turn of the year. */
function division({ calendar }: World, date: string): string {
  if (calendar.isOpen(date)) {
    const day = calendar.dayFrom(date);
    return calendar.dateOf(day + 1).slice(0, 4) === date.slice(0, 4) ? "1" : "2";
  }
  const isWeekend = weekday(Date.parse(date) / msPerDate) % 6 === 0;
  return isWeekend || /-(12-31|01-0[123])$/.test(date) ? "0" : "3";
}

export const tradingCalendar: Endpoint = {
  parameters: { ...unpagedDates, hol_div: "division" },
  find: (world, query, at) =>
    calendarDates(world, query, at)
      .map((date) => ({ Date: date, HolDiv: division(world, date) }))
      .filter(({ HolDiv }) => query.division === undefined || HolDiv === query.division),
};

/** Codes of the categories: common stocks and funds. */
const categories = { stock: "011", fund: "014" } as const;

export const master: Endpoint = {
  ...documentedMaster,
  find(world, query, at, plan) {
    const issues = documentedMaster.find(world, query, at, plan);
    const companies = companiesOf(world, query);
    return {
      length: issues.length,
      slice: (from, to) =>
        issues.slice(from, to).map((issue, place) => {
          const isFund = companies[from + place]?.isFund;
          return Object.assign({}, issue, { ProdCat: isFund ? categories.fund : categories.stock });
        }),
    };
  },
};

const quarterNames = { "1Q": "第１四半期", "2Q": "第２四半期", "3Q": "第３四半期", FY: "本決算" } as const;

/** Only those of the next business day; some companies have not said the day. */
export const earningsCalendar: Endpoint = {
  parameters: { pagination_key: "paginationKey" },
  find(world, _query, at) {
    const next = dayOf(at - publishedAt.earnings) + 1;
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
