/** Prices and volumes of a day, as traded (splits are left as they were printed), and the levels of the indices. */
import { createDice, createRecent } from "../dice.ts";
import { publishedAt } from "../publication-times.ts";
import { businessDay } from "../trading-calendar.ts";
import type { Company } from "./companies.ts";

interface Session {
  /** Yen. */
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Shares. */
  readonly volume: number;
  /** Yen. */
  readonly value: number;
}

export interface Bar extends Session {
  /** Factor by which a split on this day multiplied the price, or 1. */
  readonly factor: number;
  /** Whether the price touched the day's upper or lower limit. */
  readonly upper: boolean;
  readonly lower: boolean;
  readonly morning: Session;
  readonly afternoon: Session;
}

/** Days whose bars are kept: each page of a day, and each call about it, asks for the same ones. */
const keptDays = 4;

export interface Bars {
  /** Bar of a company on a day; undefined: nobody traded. */
  on(company: Company, day: number): Bar | undefined;
  lastDay(at: number): number;
  lastMorning(at: number): number;
}

const limitShare = 0.25;
const lot = 100;

export function createBars(seed: number): Bars {
  const dice = createDice(seed, "bars");
  const recent = createRecent<number, Map<number, Bar | undefined>>(keptDays);

  const whole = (company: Company, day: number): Omit<Bar, "morning" | "afternoon"> => {
    const roll = (purpose: number) => dice(company.index, day, purpose);
    const factor = company.splits.factorOn(day);
    const before = Math.round(company.priceOn(day - 1) * factor);
    const close = company.priceOn(day);
    const open = Math.max(
      1,
      Math.round(before + (close - before) * roll(1) + before * 0.006 * (roll(2) - 0.5)),
    );
    const limit = Math.round(before * limitShare);
    const upper = roll(3) < 0.004;
    const lower = !upper && roll(3) > 0.996;
    const highest = Math.round(Math.max(open, close) * (1 + 0.015 * roll(4)));
    const lowest = Math.round(Math.min(open, close) * (1 - 0.015 * roll(5)));
    const high = upper ? before + limit : Math.min(highest, before + limit - 1);
    const low = lower ? before - limit : Math.max(lowest, before - limit + 1);
    const turned = company.shares * (0.0005 + 0.008 * company.popularity * roll(6) ** 2);
    const volume = Math.max(2 * lot, Math.round(turned / factor / lot) * lot);
    const value = Math.round((volume * (open + high + low + close)) / 4);
    return { open, high, low, close, volume, value, factor, upper, lower };
  };

  const made = (company: Company, day: number): Bar | undefined => {
    // A day with a split always has a bar: it is the one that tells the factor.
    const isQuiet = company.popularity < 0.1 && company.splits.factorOn(day) === 1;
    if (isQuiet && dice(company.index, day, 9) < 0.15) return undefined;
    const bar = whole(company, day);
    const share = dice(company.index, day, 7);
    const middle = Math.round(bar.low + (bar.high - bar.low) * (0.3 + 0.4 * share));
    const volume = Math.max(lot, Math.floor((bar.volume * (0.35 + 0.3 * share)) / lot) * lot);
    const value = Math.round((bar.value * volume) / bar.volume);
    // One half of the day sees its high, and one its low.
    const highFirst = dice(company.index, day, 8) < 0.5;
    return { ...bar, ...halvesOf(bar, { close: middle, volume, value }, highFirst) };
  };

  return {
    on(company, day) {
      const bars = recent(day, () => new Map());
      if (!bars.has(company.index)) bars.set(company.index, made(company, day));
      return bars.get(company.index);
    },
    lastDay: (at) => businessDay(at - publishedAt.bars),
    lastMorning: (at) => businessDay(at - publishedAt.mornings),
  };
}

/** A day's two halves. @param first how its morning ended, and what was traded in it */
function halvesOf(
  bar: Session,
  first: Pick<Session, "close" | "volume" | "value">,
  highFirst: boolean,
): Pick<Bar, "morning" | "afternoon"> {
  const { open, high, low, close } = bar;
  const middle = first.close;
  const [top, bottom] = [Math.max(open, middle), Math.min(open, middle)];
  const [laterTop, laterBottom] = [Math.max(middle, close), Math.min(middle, close)];
  return {
    morning: { open, high: highFirst ? high : top, low: highFirst ? bottom : low, ...first },
    afternoon: {
      open: middle,
      high: highFirst ? laterTop : high,
      low: highFirst ? low : laterBottom,
      close,
      volume: bar.volume - first.volume,
      value: bar.value - first.value,
    },
  };
}

/** A price index, the average fortune of its members. */
export type IndexName = "broad" | "large30" | "average225" | "transport";

export interface IndexBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface Indices {
  on(index: IndexName, day: number): IndexBar;
}

const bases = { broad: 2_700, large30: 1_300, average225: 38_500, transport: 1_900 } as const;

export function createIndices(seed: number, companies: readonly Company[]): Indices {
  const dice = createDice(seed, "indices");
  const stocks = companies.filter(({ isFund }) => !isFund);
  const largest = stocks.toSorted((a, b) => b.shares - a.shares);
  const members: Readonly<Record<IndexName, readonly Company[]>> = {
    broad: stocks,
    large30: largest.slice(0, 30),
    average225: largest.slice(0, 90),
    transport: stocks.filter(({ sector }) => sector.wide === "12"),
  };
  const names = Object.keys(bases) as IndexName[];
  const recent = createRecent<string, number>(512);
  const level = (index: IndexName, day: number) =>
    recent(`${index} ${day}`, () => {
      const list = members[index];
      const sum = list.reduce((total, company) => total + company.fortune(day), 0);
      return bases[index] * (sum / list.length);
    });
  return {
    on(index, day) {
      const key = names.indexOf(index);
      const [before, close] = [level(index, day - 1), level(index, day)];
      const open = before + (close - before) * dice(key, day, 1);
      const high = Math.max(open, close) * (1 + 0.006 * dice(key, day, 2));
      const low = Math.min(open, close) * (1 - 0.006 * dice(key, day, 3));
      return { open, high, low, close };
    },
  };
}
