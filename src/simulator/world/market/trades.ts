/** Trades: a stock's day by kind of order, a sector's short sales, a week by kind of investor. */
import { createDice, createRecent, type Dice } from "../dice.ts";
import { publishedAt } from "../publication-times.ts";
import { businessDay, isoDate, momentOfDay, msPerDate, type WorldCalendar } from "../trading-calendar.ts";
import type { Bars } from "./bars.ts";
import type { Company } from "./companies.ts";

/** Shares of a day's trading that add up to 1 on each side. */
interface Breakdown {
  /** Yen. */
  readonly value: number;
  /** Shares. */
  readonly volume: number;
  readonly sold: { long: number; short: number; marginNew: number; marginClose: number };
  readonly bought: { long: number; marginNew: number; marginClose: number };
}

/** Yen sold in a sector on a day. */
interface SectorSales {
  readonly long: number;
  readonly restricted: number;
  readonly free: number;
}

export interface InvestorWeek {
  /** ISO dates. */
  readonly publishedOn: string;
  readonly from: string;
  readonly to: string;
  readonly section: string;
  /** Thousand yen by kind of investor; `Brk` is all but `Prop`, `Tot` all. */
  readonly kinds: Readonly<Record<string, { sell: number; buy: number }>>;
}

export interface Trades {
  breakdown(company: Company, day: number): Breakdown | undefined;
  sector(sector: string, day: number): SectorSales;
  /** Publication of a business day about the week before: nothing on most days. */
  investors(day: number, at: number): readonly InvestorWeek[];
}

const sections = { TSEPrime: 1, TSEStandard: 0.06, TSEGrowth: 0.04, TokyoNagoya: 1.1 };
const investorKinds = [
  "Ind",
  "Frgn",
  "SecCo",
  "InvTr",
  "BusCo",
  "OthCo",
  "InsCo",
  "Bank",
  "TrstBnk",
  "OthFin",
];
const kindShares = [0.24, 0.58, 0.01, 0.03, 0.02, 0.005, 0.005, 0.005, 0.1, 0.005];
const weekThousandYen = 18_000_000_000;

export function createTrades(
  seed: number,
  companies: readonly Company[],
  calendar: WorldCalendar,
  bars: Bars,
): Trades {
  const dice = createDice(seed, "trades");
  const recentSales = createRecent<string, SectorSales>(256);

  const breakdown = (company: Company, day: number): Breakdown | undefined => {
    const bar = bars.on(company, day);
    if (!bar) return undefined;
    const roll = (purpose: number) => dice(company.index, day, purpose);
    const [short, marginNew, marginClose] = [0.1 + 0.2 * roll(1), 0.05 * roll(2), 0.02 + 0.12 * roll(3)];
    const [buyNew, buyClose] = [0.05 + 0.2 * roll(4), 0.05 * roll(5)];
    return {
      value: bar.value,
      volume: bar.volume,
      sold: { long: 1 - short - marginNew - marginClose, short, marginNew, marginClose },
      bought: { long: 1 - buyNew - buyClose, marginNew: buyNew, marginClose: buyClose },
    };
  };

  return {
    breakdown,
    sector: (sector, day) =>
      recentSales(`${sector} ${day}`, () => {
        const sales = { long: 0, restricted: 0, free: 0 };
        for (const company of companies) {
          const traded = company.sector.code === sector ? breakdown(company, day) : undefined;
          if (!traded) continue;
          const { long, short, marginNew, marginClose } = traded.sold;
          sales.long += Math.round(traded.value * (long + marginClose));
          sales.restricted += Math.round(traded.value * short);
          sales.free += Math.round(traded.value * marginNew);
        }
        return sales;
      }),
    investors(day, at) {
      if (at < momentOfDay(day, publishedAt.investors)) return [];
      const date = Date.parse(calendar.dateOf(day)) / msPerDate;
      // 1970-01-05 was a Monday; a week is published on the next week's Thursday, or when business goes on.
      const monday = Math.floor((date - 4) / 7) * 7 + 4;
      return [monday - 7, monday - 14].flatMap((one) =>
        calendar.dayFrom(isoDate(one + 10)) === day
          ? investorWeek(dice, calendar, one, calendar.dateOf(day))
          : [],
      );
    },
  };
}

/** What each kind of investor sold and bought in the week of a Monday; nothing where all of it was closed. */
function investorWeek(
  dice: Dice,
  calendar: WorldCalendar,
  monday: number,
  publishedOn: string,
): InvestorWeek[] {
  const [first, after] = [calendar.dayFrom(isoDate(monday)), calendar.dayFrom(isoDate(monday + 7))];
  if (first === after) return [];
  const [from, to] = [calendar.dateOf(first), calendar.dateOf(after - 1)];
  return Object.entries(sections).map(([section, size], place) => {
    const amount = (kind: number, side: number, share: number) =>
      Math.round(weekThousandYen * size * share * (0.8 + 0.4 * dice(monday, place * 20 + kind, side)));
    const kinds: Record<string, { sell: number; buy: number }> = {};
    const broker = { sell: 0, buy: 0 };
    for (const [index, kind] of investorKinds.entries()) {
      const share = kindShares[index] ?? 0;
      const own = { sell: amount(index, 1, share), buy: amount(index, 2, share) };
      kinds[kind] = own;
      broker.sell += own.sell;
      broker.buy += own.buy;
    }
    const prop = { sell: amount(18, 1, 0.12), buy: amount(18, 2, 0.12) };
    const total = { sell: prop.sell + broker.sell, buy: prop.buy + broker.buy };
    return { publishedOn, from, to, section, kinds: { Prop: prop, Brk: broker, Tot: total, ...kinds } };
  });
}

export function lastInvestorDay(at: number): number {
  return businessDay(at - publishedAt.investors);
}
