/** The master list, the calendars and the sectors. */
import sectors from "../../../../fixtures/simulator/sectors.json" with { type: "json" };
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
