/** Futures and options: which contracts trade on a day, and at what prices. */
import { createDice, type Dice } from "../dice.ts";
import { publishedAt } from "../publication-times.ts";
import { businessDay, type WorldCalendar } from "../trading-calendar.ts";
import type { Bars, IndexBar, Indices } from "./bars.ts";
import type { Company, MarketSize } from "./companies.ts";
import { type ContractCalendar, createContractCalendar, type Terms } from "./contract-calendar.ts";

interface Contract extends Terms, IndexBar {
  readonly day: number;
  readonly category: string;
  /** Whether it is the next of its product to end. */
  readonly isCentral: boolean;
  readonly volume: number;
  readonly openInterest: number;
  readonly settle: number;
}

export interface Future extends Contract {
  readonly morning: IndexBar;
}

export interface Option extends Contract {
  readonly strike: number;
  readonly kind: "put" | "call";
  /** Code of the stock that it is about; undefined for the 225-stock index. */
  readonly stock?: string;
  /** Percent a year. */
  readonly volatility: number;
  readonly theoretical: number;
}

export interface Derivatives {
  futures(day: number): readonly Future[];
  /** Options by contract month, strike and kind; those on the index first. */
  options(day: number): readonly Option[];
  /** On the index, of weeks. */
  weeklyOptions(day: number): readonly Option[];
  lastDay(at: number): number;
}

interface Underlying {
  readonly spot: number;
  /** Between strikes. */
  readonly step: number;
  readonly strikes: number;
  readonly key: number;
  readonly stock?: string;
}

const futureKinds = [
  { category: "TOPIXF", index: "broad", prefix: "15", tick: 0.5 },
  { category: "NK225F", index: "average225", prefix: "16", tick: 10 },
] as const;
const optionedStocks = 5;
/** Strikes of a month's options on the index. */
const boards = { small: { step: 500, strikes: 21 }, full: { step: 50, strikes: 751 } } as const;

export function createDerivatives(
  seed: number,
  {
    calendar,
    indices,
    bars,
    companies,
    market,
  }: {
    calendar: WorldCalendar;
    indices: Indices;
    bars: Bars;
    companies: readonly Company[];
    market: MarketSize;
  },
): Derivatives {
  const dice = createDice(seed, "derivatives");
  const stocks = companies.toSorted((a, b) => b.popularity - a.popularity).slice(0, optionedStocks);

  const { monthsOn, weeksOn, terms } = createContractCalendar(calendar);
  const around = createBoard(createOptionPrice(dice));
  const options = (day: number, underlying: Underlying): Option[] =>
    monthsOn(day, 1, 3).flatMap((month, place) => {
      const { stock, key } = underlying;
      return around(day, underlying, stock ? "EQOP" : "NK225E", (kind, id) => ({
        ...terms(month, `${kind === "put" ? "3" : "4"}${stock ? stock.slice(0, 4) : "8"}`, id),
        isCentral: place === 0,
        key: (month % 32) * 2 + key,
      }));
    });

  return {
    futures: (day) => futuresOn(day, { monthsOn, terms }, indices, dice),
    options(day) {
      const spot = indices.on("average225", day).close;
      return [
        ...options(day, { spot, ...boards[market], key: 0 }),
        ...stocks.flatMap((company) => {
          const close = bars.on(company, day)?.close;
          return close === undefined ? [] : options(day, stockUnderlying(company, close));
        }),
      ];
    },
    weeklyOptions(day) {
      const spot = indices.on("average225", day).close;
      return weeksOn(day).flatMap((week, place) =>
        around(day, { spot, step: 500, strikes: 7, key: 0 }, "NK225MWE", (kind, id) => ({
          ...week,
          code: `${kind === "put" ? "3" : "4"}9${week.year % 10}${String(week.week).padStart(2, "0")}${id}`,
          isCentral: place === 0,
          key: 64 * 104_729 + (week.lastDay % 32) * 2,
        })),
      );
    },
    lastDay: (at) => businessDay(at - publishedAt.derivatives),
  };
}

function stockUnderlying({ code, index }: Company, close: number): Underlying {
  const step = 10 ** Math.max(1, Math.floor(Math.log10(close)) - 1);
  return { spot: close, step, strikes: 5, key: (index + 1) * 7919, stock: `${code}0` };
}

function futuresOn(
  day: number,
  { monthsOn, terms }: Pick<ContractCalendar, "monthsOn" | "terms">,
  indices: Indices,
  dice: Dice,
): Future[] {
  return futureKinds.flatMap(({ category, index, prefix, tick }, kind) =>
    monthsOn(day, 3, 4).map((month, place): Future => {
      const contract = terms(month, prefix, "0018");
      const spot = indices.on(index, day);
      const carry = 1 + (contract.lastDay - day) * 0.00002;
      const at = (value: number) => Math.round((value * carry) / tick) * tick;
      const [open, high, low, close] = [at(spot.open), at(spot.high), at(spot.low), at(spot.close)];
      const middle = at(spot.low + (spot.high - spot.low) * (0.3 + 0.4 * dice(kind, day, 1)));
      const size = [40_000, 2_500, 120, 15][place] ?? 10;
      return {
        ...contract,
        day,
        category,
        open,
        high,
        low,
        close,
        settle: close,
        isCentral: place === 0,
        volume: Math.round(size * (0.6 + 0.8 * dice(kind * 8 + place, day, 2))),
        openInterest: Math.round(size * 5 * (0.8 + 0.4 * dice(kind * 8 + place, day, 3))),
        morning: { open, high: Math.max(open, middle), low: Math.min(open, middle), close: middle },
      };
    }),
  );
}

/** Puts and calls around the price of what they are on. */
function createBoard(price: ReturnType<typeof createOptionPrice>) {
  return (
    day: number,
    { spot, step, strikes, stock }: Underlying,
    category: string,
    contractOf: (kind: "put" | "call", id: string) => Terms & { isCentral: boolean; key: number },
  ): Option[] => {
    const middle = Math.round(spot / step) * step;
    const kinds = ["put", "call"] as const;
    return Array.from({ length: strikes }, (_, place) => middle + (place - (strikes - 1) / 2) * step).flatMap(
      (strike) =>
        kinds.map((kind): Option => {
          const id = String(Math.round(strike / 10) % 10_000).padStart(4, "0");
          const { key, ...contract } = contractOf(kind, id);
          const years = (contract.lastDay - day + 1) / 245;
          const ownKey = Math.round(strike) * 64 + key + (kind === "put" ? 0 : 1);
          return {
            ...contract,
            day,
            category,
            strike,
            kind,
            ...(stock === undefined ? {} : { stock }),
            ...price({ spot, strike, kind, years, key: ownKey, day }),
          };
        }),
    );
  };
}

// Prices of options, by the usual formula without interest.

interface AskedPrice {
  readonly spot: number;
  readonly strike: number;
  readonly kind: "put" | "call";
  readonly years: number;
  /** Tells the contract from others. */
  readonly key: number;
  readonly day: number;
}

interface OptionPrice extends IndexBar {
  readonly volatility: number;
  readonly theoretical: number;
  readonly settle: number;
  readonly volume: number;
  readonly openInterest: number;
}

/** Makes the function that prices an option on a day, from a volatility that smiles. */
function createOptionPrice(dice: Dice): (asked: AskedPrice) => OptionPrice {
  return ({ spot, strike, kind, years, key, day }) => {
    const distance = Math.log(strike / spot);
    const volatility = 0.17 + 0.05 * dice(day, 4) + 0.8 * distance ** 2 - 0.1 * distance;
    const spread = volatility * Math.sqrt(Math.max(years, 1 / 245));
    const d1 = -distance / spread + spread / 2;
    const call = spot * normal(d1) - strike * normal(d1 - spread);
    const theoretical = Math.max(0.01, kind === "call" ? call : call - spot + strike);
    const whole = (value: number) => Math.max(1, Math.round(value));
    const close = whole(theoretical * (0.98 + 0.04 * dice(key, day, 1)));
    const open = whole(theoretical * (0.9 + 0.2 * dice(key, day, 2)));
    const nearness = Math.exp(-Math.abs(distance) * 30);
    return {
      open,
      high: whole(Math.max(open, close) * (1 + 0.1 * dice(key, day, 3))),
      low: whole(Math.min(open, close) * (1 - 0.1 * dice(key, day, 4))),
      close,
      settle: whole(theoretical),
      theoretical,
      volatility: volatility * 100,
      volume: Math.round(900 * nearness * (0.3 + dice(key, day, 5))),
      openInterest: Math.round(6_000 * nearness * (0.5 + dice(key, 6))),
    };
  };
}

/** The normal distribution, to about seven digits. */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const tail =
    Math.exp((-x * x) / 2) *
    0.3989422804 *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}
