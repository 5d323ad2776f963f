/** Bars as observed: numbers, null on a day without trades, half days on the highest plan only. */
import type { Bar, IndexBar, IndexName } from "../../world/market/bars.ts";
import type { Company } from "../../world/market/companies.ts";
import { businessDay } from "../../world/trading-calendar.ts";
import type { World } from "../../world/world.ts";
import {
  type CallQuery,
  codeAndDates,
  companiesOf,
  daysOf,
  type Endpoint,
  fiveDigits,
  lazily,
  onlyDates,
} from "../endpoint.ts";

/** Day since which bars have `MktCap` and `ExRT`: the service added them while it was watched. */
const addedOn = "2026-08-10";

/** Keys of the parts of a bar under a prefix; written once, since a day has thousands of rows. */
function keysOf(prefix: string) {
  return {
    open: `${prefix}O`,
    high: `${prefix}H`,
    low: `${prefix}L`,
    close: `${prefix}C`,
    upper: `${prefix}UL`,
    lower: `${prefix}LL`,
    volume: `${prefix}Vo`,
    value: `${prefix}Va`,
  };
}
type Keys = ReturnType<typeof keysOf>;
type Row = Record<string, unknown>;

const whole = { raw: keysOf(""), adjusted: keysOf("Adj") };
const sessions = [
  { half: "morning", raw: keysOf("M"), adjusted: keysOf("MAdj") },
  { half: "afternoon", raw: keysOf("A"), adjusted: keysOf("AAdj") },
] as const;

export const dailyBars: Endpoint = {
  parameters: codeAndDates,
  anyOf: ["code", "date"],
  find(world, query, at, plan) {
    const rows = daysOf(world, query, world.bars.lastDay(at)).flatMap((day) =>
      companiesOf(world, query).map((company) => ({ company, day })),
    );
    const hasAdditions = world.calendar.dateOf(businessDay(at)) >= addedOn;
    return lazily(rows, ({ company, day }) => {
      const bar = world.bars.on(company, day);
      const later = company.splits.since(day, businessDay(at));
      const row: Row = { Date: world.calendar.dateOf(day), Code: fiveDigits(company) };
      addPrices(row, whole.raw, bar);
      addLimits(row, whole.raw, bar, bar);
      addTraded(row, whole.raw, bar);
      const factor = company.splits.factorOn(day);
      row.AdjFactor = factor;
      addAdjusted(row, whole.adjusted, bar, later);
      if (hasAdditions)
        Object.assign(row, { ExRT: exRights(factor, company), MktCap: capital(bar, company) });
      if (plan !== "premium") return row;
      for (const { half, raw, adjusted } of sessions) {
        const part = bar?.[half];
        addPrices(row, raw, part);
        addLimits(row, raw, bar, part);
        addTraded(row, raw, part);
        addAdjusted(row, adjusted, part, later);
      }
      return row;
    });
  },
};

/** Million yen; of a fund nobody says how many units there are. */
function capital(bar: Bar | undefined, { isFund, shares }: Company): number | null {
  return bar === undefined || isFund ? null : Math.round((bar.close * shares) / 1_000_000);
}

/** "1" a split, "2" a reverse split, "3" a rights issue, which every fourth company has instead of a split. */
function exRights(factor: number, { index }: Company): string | null {
  if (factor === 1) return null;
  if (factor > 1) return "2";
  return index % 4 === 0 ? "3" : "1";
}

function addPrices(row: Row, keys: Keys, bar: IndexBar | undefined): void {
  row[keys.open] = bar?.open ?? null;
  row[keys.high] = bar?.high ?? null;
  row[keys.low] = bar?.low ?? null;
  row[keys.close] = bar?.close ?? null;
}

/** Adds whether a day, or one half of it, touched the day's limits. */
function addLimits(row: Row, keys: Keys, bar: Bar | undefined, part: IndexBar | undefined): void {
  row[keys.upper] = bar?.upper && part?.high === bar.high ? "1" : "0";
  row[keys.lower] = bar?.lower && part?.low === bar.low ? "1" : "0";
}

function addTraded(row: Row, keys: Keys, bar: Bar["morning"] | undefined): void {
  row[keys.volume] = bar?.volume ?? null;
  row[keys.value] = bar?.value ?? null;
}

function addAdjusted(row: Row, keys: Keys, bar: Bar["morning"] | undefined, later: number): void {
  addPrices(row, keys, bar && (later === 1 ? bar : scaled(bar, later)));
  row[keys.volume] = bar ? Math.round(bar.volume / later) : null;
}

function scaled({ open, high, low, close }: IndexBar, later: number): IndexBar {
  const of = (price: number) => Number((price * later).toFixed(1));
  return { open: of(open), high: of(high), low: of(low), close: of(close) };
}

/** Today's only, and a status of its own as long as there are none. */
export const morningBars: Endpoint = {
  parameters: { code: "code", pagination_key: "paginationKey" },
  noDataStatus: 210,
  find(world, query, at) {
    const today = businessDay(at);
    const companies = world.bars.lastMorning(at) >= today ? companiesOf(world, query) : [];
    return lazily(companies, (company) => {
      const morning = world.bars.on(company, today)?.morning;
      const row: Row = { Date: world.calendar.dateOf(today), Code: fiveDigits(company) };
      addPrices(row, sessions[0].raw, morning);
      addTraded(row, sessions[0].raw, morning);
      return row;
    });
  },
};

const indexCodes: Readonly<Record<string, IndexName>> = {
  "0000": "broad",
  "0028": "large30",
  "0040": "transport",
};

function indexBars(world: World, codes: readonly string[], query: CallQuery, at: number, withCode: boolean) {
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
