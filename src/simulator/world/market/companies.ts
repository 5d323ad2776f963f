/** The listed companies and funds. Their names and codes are fixed, their size and price come from the seed. */
import shipped from "../../../../fixtures/simulator/companies.json" with { type: "json" };
import sectors from "../../../../fixtures/simulator/sectors.json" with { type: "json" };
import { createDice, type Dice, pick, wave } from "../dice.ts";

export interface Company extends Issue {
  /** A number of its own, the same whatever else is listed. */
  readonly index: number;
  readonly isFund: boolean;
  /** `short`: as lists with little room write it. */
  readonly market: { code: string; name: string; short: string };
  readonly scale: string;
  readonly margin: Margin;
  /** Whether it is ever put under daily publication, and whether sellers ever report a short position. */
  readonly isSpeculative: boolean;
  readonly isShorted: boolean;
  /** Shares outstanding; of a fund its units, which nobody publishes. */
  readonly shares: number;
  /** 0 to 1: how much its forum is read and written. */
  readonly popularity: number;
  /** Yen at the end of a business day, as printed on that day. */
  priceOn(day: number): number;
  /** Worth of a share on its own merits: 1 in the middle, without splits. */
  fortune(day: number): number;
  readonly splits: Splits;
}

/** Whether a stock can be sold short on margin, or only bought, or neither. */
type Margin = "lendable" | "credit" | "none";

/** Stocks that the monitor watches as it ships: their forums are never quiet. */
const lively: Readonly<Record<string, number>> = { "7203": 1, "6758": 0.99 };

const markets = [
  { code: "0111", name: "プライム", short: "PRM", scale: "Mid" },
  { code: "0112", name: "スタンダード", short: "STD", scale: "Small" },
  { code: "0113", name: "グロース", short: "GRT", scale: "-" },
] as const;
const funds = { code: "0109", name: "その他", short: "ETF", scale: "-" } as const;

/** Shares of the issues that fill a market that are like those that ship. */
const fillerShares = { margin: 0.945, speculative: 0.04, shorted: 0.38 } as const;

/** Creates the companies, ordered by code. */
export function createCompanies(seed: number, size: MarketSize = "small"): readonly Company[] {
  const dice = createDice(seed, "companies");
  const prices = createDice(seed, "prices");
  const companies = listedIssues(size).map((issue, index): Company => {
    const { code, isFiller } = issue;
    const isFund = issue.sector === fundSector;
    const worth = code in lively ? 0.95 : dice(index, 1);
    const market = isFund ? funds : markets[worth > 0.45 ? 0 : worth > 0.15 ? 1 : 2];
    const level = Math.exp(5.5 + 4 * dice(index, 2));
    const splits = createSplits(dice, index, isFiller ? [2, 2, 4, 5, 0.1] : [2, 2, 4, 5]);
    const fortune = (day: number) => 1 + 0.2 * wave(prices, index, day / 15);
    const isOne = (purpose: number, share: number) => !isFiller || dice(index, purpose) < share;
    return {
      ...issue,
      index,
      isFund,
      market: { code: market.code, name: market.name, short: market.short },
      scale: market.scale,
      margin: isOne(12, fillerShares.margin) ? (dice(index, 3) < 0.8 ? "lendable" : "credit") : "none",
      isSpeculative: isOne(13, fillerShares.speculative),
      isShorted: !isFund && isOne(14, fillerShares.shorted),
      shares: Math.round(Math.exp(2.3 + 5 * worth) * 1000) * 1000,
      // Most of what fills a market is hardly read.
      popularity: lively[code] ?? (isFiller ? rounded(dice(index, 4) ** 4) : dice(index, 4)) * 0.95,
      priceOn: (day) => Math.round(level * fortune(day) * splits.growth(day)),
      fortune,
      splits,
    };
  });
  return companies.sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** The splits of one company's shares. Between them its price grows by what a split takes away. */
interface Splits {
  /** Factor by which a split that takes effect on this day multiplies the price; 1 on other days. */
  factorOn(day: number): number;
  /** The product of the factors after `day`, up to `today` and with it. */
  since(day: number, today: number): number;
  growth(day: number): number;
}

const none: Splits = { factorOn: () => 1, since: () => 1, growth: () => 1 };
const splittingShare = 0.2;

/** Versions of Node raise to a power with other last digits. */
function rounded(share: number): number {
  return Math.round(share * 1e9) / 1e9;
}

/** @param kinds parts into which a share may be split; less than 1: so much of a new one that it becomes */
function createSplits(dice: Dice, company: number, kinds: readonly number[]): Splits {
  if (dice(company, 8) >= splittingShare) return none;
  // Their inverses are short decimals.
  const parts = pick(kinds, dice(company, 9));
  const period = 220 + Math.floor(dice(company, 10) * 300);
  const phase = Math.floor(dice(company, 11) * period);
  const splitsUpTo = (day: number) => Math.floor((day + phase) / period);
  return {
    factorOn: (day) => (splitsUpTo(day) > splitsUpTo(day - 1) ? 1 / parts : 1),
    since: (day, today) => parts ** -Math.max(0, splitsUpTo(today) - splitsUpTo(day)),
    growth: (day) => parts ** ((day + phase) / period - splitsUpTo(day)),
  };
}

// Listed issues: the fictional companies and funds that ship, and made-up ones up to the number that the service has.

interface Sector {
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly wide: string;
  readonly wideName: string;
  readonly wideEnglish: string;
}

interface Issue {
  /** Four characters. */
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly sector: Sector;
  /** Made up to fill the market. */
  readonly isFiller: boolean;
}

export type MarketSize = "small" | "full";

/** The industry of funds, which have none. */
export const fundSector: Sector = {
  code: "9999",
  name: "その他",
  english: "Others",
  wide: "99",
  wideName: "その他",
  wideEnglish: "Others",
};

const industries: readonly Sector[] = Object.entries(sectors).map(([code, facts]) => ({ code, ...facts }));
const sectorOf = (code: string) => industries.find((sector) => sector.code === code) ?? fundSector;

const inAll = 4_443;
/** Share of the fillers that are funds, and of those with a letter in their code: one in this many. */
const fundEvery = 12;
const letterEvery = 15;
const letters = "ABCDFGHJKLMNPRSTUWXY";
/** Reports of short sales name it, and no list has it. */
export const unlistedCode = "9996";

/** All issues; those of the small market come first in the full one, too. */
function listedIssues(size: MarketSize): Issue[] {
  const issues: Issue[] = shipped.map((issue) => ({
    ...issue,
    sector: sectorOf(issue.sector),
    isFiller: false,
  }));
  if (size === "small") return issues;
  const codes = freeCodes(new Set([...issues.map(({ code }) => code), unlistedCode]));
  for (let number = 1; issues.length < inAll; number += 1) issues.push(filler(number, codes(number)));
  return issues;
}

function filler(number: number, code: string): Issue {
  const sector = number % fundEvery === 0 ? undefined : industries[number % industries.length];
  return {
    code,
    name: sector ? `模擬${sector.name}${number}` : `模擬上場投信${number}`,
    english: sector ? `Simulated ${sector.english} ${number}` : `Simulated ETF ${number}`,
    sector: sector ?? fundSector,
    isFiller: true,
  };
}

/** Codes that are not taken: of digits, spread over all there are, and some that end in a letter. */
function freeCodes(taken: ReadonlySet<string>): (number: number) => string {
  const step = 2;
  let digits = 1_300;
  let lettered = 0;
  const nextDigits = () => {
    digits += step;
    return String(digits);
  };
  const nextLettered = () => {
    lettered += 1;
    return `${130 + Math.floor(lettered / letters.length)}${letters[lettered % letters.length]}`;
  };
  return (number) => {
    const next = number % letterEvery === 0 ? nextLettered : nextDigits;
    let code = next();
    while (taken.has(code)) code = next();
    return code;
  };
}
