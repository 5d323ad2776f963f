/**
 * Trading beside its prices: margin balances of the issues under daily publication, with a correction now and then; and
 * trades, a stock's day by kind of order, a sector's short sales, a week by kind of investor.
 */
import type { Script } from "../../script.ts";
import { createDice, createRecent, type Dice, pick, wave } from "../dice.ts";
import { type Publications, publishedAt } from "../publication-times.ts";
import { businessDay, isoDate, momentOfDay, msPerDate, type WorldCalendar } from "../trading-calendar.ts";
import type { Bars } from "./bars.ts";
import type { Company } from "./companies.ts";

export interface MarginBalance {
  readonly company: Company;
  /** Number of the business day. */
  readonly publishedOn: number;
  readonly appliedOn: number;
  /** Shares. */
  readonly short: number;
  readonly shortChange: number;
  readonly long: number;
  readonly longChange: number;
}

export interface Margins {
  /** Publication under a day's date up to a moment: rows by code, then corrections of earlier rows. */
  publication(day: number, at: number): readonly MarginBalance[];
  /** The newest day with a publication. */
  lastDay(at: number): number;
  /** Shares sold (1) or bought (2) on margin that are open at the end of a day, of any issue. */
  balance(company: Company, day: number, side: 1 | 2): number;
}

export function createMargins(
  seed: number,
  companies: readonly Company[],
  script: Pick<Script, "margins" | "corrections">,
  times: Publications,
): Margins {
  const dice = createDice(seed, "margins");
  const recent = createRecent<string, readonly MarginBalance[]>(32);
  const speculative = companies.filter(({ isSpeculative }) => isSpeculative);
  const correctionDays = script.corrections.filter(({ kind }) => kind === "margin").map(({ day }) => day);

  const isListed = createListing(dice, companies.length, script.margins);
  const balance = createBalance(dice);
  const row = (company: Company, publishedOn: number, appliedOn: number): MarginBalance => {
    const [short, long] = [balance(company, appliedOn, 1), balance(company, appliedOn, 2)];
    return {
      company,
      publishedOn,
      appliedOn,
      short,
      shortChange: short - balance(company, appliedOn - 1, 1),
      long,
      longChange: long - balance(company, appliedOn - 1, 2),
    };
  };
  /** The issue whose row of the day before is corrected on this day. */
  const correctedOn = (day: number): Company | undefined => {
    if (!correctionDays.includes(day) && dice(day, 7) >= 0.35) return undefined;
    const candidates = speculative.filter((company) => isListed(company, day - 1) && isListed(company, day));
    return candidates.length === 0 ? undefined : pick(candidates, dice(day, 8));
  };
  const asFirstPrinted = (right: MarginBalance): MarginBalance => {
    const error =
      100 * (1 + Math.floor(dice(right.company.index, right.publishedOn, 9) * right.short * 0.002));
    return { ...right, short: right.short + error, shortChange: right.shortChange + error };
  };

  const build = (day: number, corrected: boolean): readonly MarginBalance[] => {
    const mistaken = correctedOn(day + 1);
    const rows = speculative
      .filter((company) => isListed(company, day))
      .map((company) => row(company, day, day - 1))
      .map((right) => (right.company === mistaken ? asFirstPrinted(right) : right));
    const correction = corrected ? correctedOn(day) : undefined;
    return correction ? [...rows, row(correction, day, day - 2)] : rows;
  };

  return {
    publication(day, at) {
      if (at < times.outAt("margin-alert", day)) return [];
      const corrected = at >= times.correctedAt("margin-alert", day);
      return recent(`${day} ${corrected}`, () => build(day, corrected));
    },
    lastDay: (at) => times.lastDay("margin-alert", at),
    balance,
  };
}

/** Whether an issue is under daily publication on a day. */
function createListing(dice: Dice, issues: number, scripted: Script["margins"]) {
  return ({ index, code }: Company, day: number): boolean => {
    const pinned = scripted.find((m) => m.code === code && day >= m.fromDay && day <= m.toDay);
    if (pinned) return pinned.listed;
    // Each issue goes in and out in its own rhythm; the spread of phases keeps the number of issues steady.
    const period = 12 + Math.floor(dice(index, 1) * 30);
    const shifted = day + Math.floor((index / issues) * period);
    const cycle = Math.floor(shifted / period);
    const into = shifted - cycle * period;
    const from = dice(index, cycle, 2) * period * 0.5;
    return into >= from && into < from + 3 + dice(index, cycle, 3) * period * 0.6;
  };
}

/** Shares on a day: a slow path with a little noise, in lots of 100. */
function createBalance(dice: Dice): Margins["balance"] {
  return (company, day, side) => {
    const level = company.shares * (side === 1 ? 0.008 : 0.03) * (0.4 + 1.6 * dice(company.index, 4, side));
    const path = 1 + 0.5 * wave(dice, company.index * 2 + side, day / 9);
    const lots = Math.round((level * path * (0.97 + 0.06 * dice(company.index, day, 4 + side))) / 100);
    return Math.max(1, lots) * 100;
  };
}

// Trades.

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
