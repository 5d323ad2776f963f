/** Futures and options: which contracts trade on a day, and at what prices. */
import { createDice } from "../dice.ts";
import { publishedAt } from "../publication-times.ts";
import { dateNumber, dayOf, isoDate, msPerDate, type TradingCalendar, weekday } from "../trading-calendar.ts";
import type { Bars, IndexBar, Indices } from "./bars.ts";
import type { Company, MarketSize } from "./companies.ts";
import { createOptionPrice } from "./option-price.ts";

interface Contract extends IndexBar {
  readonly day: number;
  readonly code: string;
  readonly category: string;
  readonly year: number;
  readonly month: number;
  /** The number of the week that a weekly contract ends in; `year` is that week's. */
  readonly week?: number;
  /** Whether it is the next of its product to end. */
  readonly isCentral: boolean;
  /** Number of the business day. */
  readonly lastDay: number;
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
const weeksAhead = 2;

/** Fields of a contract that do not depend on the day. */
type Terms = Pick<Contract, "year" | "month" | "week" | "code" | "lastDay">;

export function createDerivatives(
  seed: number,
  {
    calendar,
    indices,
    bars,
    companies,
    market,
  }: {
    calendar: TradingCalendar;
    indices: Indices;
    bars: Bars;
    companies: readonly Company[];
    market: MarketSize;
  },
): Derivatives {
  const dice = createDice(seed, "derivatives");
  const price = createOptionPrice(dice);
  const stocks = companies.toSorted((a, b) => b.popularity - a.popularity).slice(0, optionedStocks);

  /** The business day before the month's second Friday. */
  const lastDays = new Map<number, number>();
  const lastDayOf = (month: number): number => {
    const known = lastDays.get(month);
    if (known !== undefined) return known;
    const first = dateNumber(Math.floor(month / 12), (month % 12) + 1, 1);
    const lastDay = calendar.dayFrom(isoDate(first + ((12 - weekday(first)) % 7) + 7)) - 1;
    lastDays.set(month, lastDay);
    return lastDay;
  };
  /** Months, counted from the year 0, of the contracts that still trade. */
  const monthsOn = (day: number, step: number, count: number): number[] => {
    const date = calendar.dateOf(day);
    const months: number[] = [];
    let month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
    for (; months.length < count; month += 1)
      if ((month + 1) % step === 0 && lastDayOf(month) >= day) months.push(month);
    return months;
  };
  /** The weeks whose options still trade; in that of the month's own contract there are none. */
  const weeksOn = (day: number): Omit<Terms, "code">[] => {
    const weeks: Omit<Terms, "code">[] = [];
    const today = Date.parse(calendar.dateOf(day)) / msPerDate;
    for (let friday = today + ((12 - weekday(today)) % 7); weeks.length < weeksAhead; friday += 7) {
      const date = isoDate(friday);
      const lastDay = calendar.dayFrom(date) - 1;
      const isOfMonth = Math.ceil(Number(date.slice(8)) / 7) === 2;
      if (!isOfMonth && lastDay >= day)
        weeks.push({ ...weekOf(friday), month: Number(date.slice(5, 7)), lastDay });
    }
    return weeks;
  };
  const terms = (month: number, prefix: string, tail: string): Terms => ({
    year: Math.floor(month / 12),
    month: (month % 12) + 1,
    code: `${prefix}${Math.floor(month / 12) % 10}${String((month % 12) + 1).padStart(2, "0")}${tail}`,
    lastDay: lastDayOf(month),
  });
  /** Puts and calls around the price of what they are on. */
  const around = (
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
            ...{ day, category, strike, kind },
            ...(stock === undefined ? {} : { stock }),
            ...price({ spot, strike, kind, years, key: ownKey, day }),
          };
        }),
    );
  };
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
    futures: (day) =>
      futureKinds.flatMap(({ category, index, prefix, tick }, kind) =>
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
            ...{ day, category, open, high, low, close, settle: close, isCentral: place === 0 },
            volume: Math.round(size * (0.6 + 0.8 * dice(kind * 8 + place, day, 2))),
            openInterest: Math.round(size * 5 * (0.8 + 0.4 * dice(kind * 8 + place, day, 3))),
            morning: { open, high: Math.max(open, middle), low: Math.min(open, middle), close: middle },
          };
        }),
      ),
    options(day) {
      const spot = indices.on("average225", day).close;
      return [
        ...options(day, { spot, ...boards[market], key: 0 }),
        ...stocks.flatMap((company) => {
          const close = bars.on(company, day)?.close;
          if (close === undefined) return [];
          const step = 10 ** Math.max(1, Math.floor(Math.log10(close)) - 1);
          return options(day, {
            spot: close,
            step,
            strikes: 5,
            key: (company.index + 1) * 7919,
            stock: `${company.code}0`,
          });
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
    lastDay: (at) => dayOf(at - publishedAt.derivatives),
  };
}

/** The calendar week of a Friday: the first of a year is that of its first Thursday. */
function weekOf(friday: number): { year: number; week: number } {
  const thursday = friday - 1;
  const year = Number(isoDate(thursday).slice(0, 4));
  return { year, week: Math.floor((thursday - dateNumber(year, 1, 1)) / 7) + 1 };
}
