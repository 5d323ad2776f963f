/** Bars as observed: numbers, null on a day without trades, half days on the highest plan only. */
import type { Bar, IndexBar, IndexName } from "../../world/market/bars.ts";
import type { Company } from "../../world/market/companies.ts";
import { dayOf } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import {
  codeAndDates,
  companiesOf,
  daysOf,
  type Endpoint,
  fiveDigits,
  lazily,
  onlyDates,
} from "../endpoint.ts";
import type { MarketQuery } from "../query.ts";

/** Day since which bars have `MktCap` and answers of `/fins/...` have `ExRT`: the service added them while it was watched. */
const addedOn = "2026-08-10";

export function hasAdditions({ calendar }: World, at: number): boolean {
  return calendar.dateOf(dayOf(at)) >= addedOn;
}

const sessions = [
  ["M", "morning"],
  ["A", "afternoon"],
] as const;

export const dailyBars: Endpoint = {
  parameters: codeAndDates,
  anyOf: ["code", "date"],
  find(world, query, at, plan) {
    const rows = daysOf(world, query, world.bars.lastDay(at)).flatMap((day) =>
      companiesOf(world, query).map((company) => ({ company, day })),
    );
    const withCapital = hasAdditions(world, at);
    return lazily(rows, ({ company, day }) => {
      const bar = world.bars.on(company, day);
      const later = company.splits.since(day, dayOf(at));
      const row = {
        Date: world.calendar.dateOf(day),
        Code: fiveDigits(company),
        ...prices("", bar),
        ...limits("", bar, bar),
        ...traded("", bar),
        AdjFactor: company.splits.factorOn(day),
        ...adjusted("Adj", bar, later),
        ...(withCapital ? { MktCap: capital(bar, company) } : {}),
      };
      if (plan !== "premium") return row;
      const halves = sessions.map(([prefix, half]) => ({
        ...prices(prefix, bar?.[half]),
        ...limits(prefix, bar, bar?.[half]),
        ...traded(prefix, bar?.[half]),
        ...adjusted(`${prefix}Adj`, bar?.[half], later),
      }));
      return Object.assign(row, ...halves);
    });
  },
};

/** Yen; of a fund nobody says how many units there are. */
function capital(bar: Bar | undefined, { isFund, shares }: Company): number | null {
  return bar === undefined || isFund ? null : bar.close * shares;
}

function prices(prefix: string, bar: IndexBar | undefined): Record<string, number | null> {
  return {
    [`${prefix}O`]: bar?.open ?? null,
    [`${prefix}H`]: bar?.high ?? null,
    [`${prefix}L`]: bar?.low ?? null,
    [`${prefix}C`]: bar?.close ?? null,
  };
}

/** Whether a day, or one half of it, touched the day's limits. */
function limits(prefix: string, bar: Bar | undefined, part: IndexBar | undefined): Record<string, string> {
  return {
    [`${prefix}UL`]: bar?.upper && part?.high === bar.high ? "1" : "0",
    [`${prefix}LL`]: bar?.lower && part?.low === bar.low ? "1" : "0",
  };
}

function traded(prefix: string, bar: Bar["morning"] | undefined): Record<string, number | null> {
  return { [`${prefix}Vo`]: bar?.volume ?? null, [`${prefix}Va`]: bar?.value ?? null };
}

function adjusted(
  prefix: string,
  bar: Bar["morning"] | undefined,
  later: number,
): Record<string, number | null> {
  if (!bar) return { ...prices(prefix, undefined), [`${prefix}Vo`]: null };
  const of = (price: number) => Number((price * later).toFixed(1));
  const { open, high, low, close, volume } = bar;
  const scaled = { open: of(open), high: of(high), low: of(low), close: of(close) };
  return { ...prices(prefix, scaled), [`${prefix}Vo`]: Math.round(volume / later) };
}

/** Today's only, and a status of its own as long as there are none. */
export const morningBars: Endpoint = {
  parameters: { code: "code", pagination_key: "paginationKey" },
  noDataStatus: 210,
  find(world, query, at) {
    const today = dayOf(at);
    const companies = world.bars.lastMorning(at) >= today ? companiesOf(world, query) : [];
    return lazily(companies, (company) => {
      const morning = world.bars.on(company, today)?.morning;
      return {
        Date: world.calendar.dateOf(today),
        Code: fiveDigits(company),
        ...prices("M", morning),
        ...traded("M", morning),
      };
    });
  },
};

const indexCodes: Readonly<Record<string, IndexName>> = {
  "0000": "broad",
  "0028": "large30",
  "0040": "transport",
};

function indexBars(
  world: World,
  codes: readonly string[],
  query: MarketQuery,
  at: number,
  withCode: boolean,
) {
  const rows = daysOf(world, query, world.bars.lastDay(at)).flatMap((day) =>
    codes.map((code) => ({ day, code })),
  );
  return lazily(rows, ({ day, code }) => {
    const { open, high, low, close } = world.indices.on(indexCodes[code] ?? "broad", day);
    const [O, H, L, C] = [open, high, low, close].map((value) => Number(value.toFixed(2)));
    return { Date: world.calendar.dateOf(day), ...(withCode ? { Code: code } : {}), O, H, L, C };
  });
}

export const indexPrices: Endpoint = {
  parameters: codeAndDates,
  anyOf: ["code", "date"],
  codes: "index",
  find: (world, query, at) =>
    indexBars(
      world,
      Object.keys(indexCodes).filter((code) => query.code === undefined || code === query.code),
      query,
      at,
      true,
    ),
};

export const broadIndex: Endpoint = {
  parameters: onlyDates,
  find: (world, query, at) => indexBars(world, ["0000"], query, at, false),
};
