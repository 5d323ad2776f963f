/** The fictional companies. Their names and codes are fixed, their size and price come from the seed. */
import listed from "../../../fixtures/simulator/companies.json" with { type: "json" };
import sectors from "../../../fixtures/simulator/sectors.json" with { type: "json" };
import { createDice, wave } from "./dice.ts";
import { createSplits, type Splits } from "./splits.ts";

export interface Company {
  /** Place in the list, by code. */
  readonly index: number;
  /** Four characters. */
  readonly code: string;
  readonly name: string;
  readonly english: string;
  readonly sector: {
    code: string;
    name: string;
    english: string;
    wide: string;
    wideName: string;
    wideEnglish: string;
  };
  readonly market: { code: string; name: string };
  readonly scale: string;
  /** Whether the stock can be sold short on margin, or only bought. */
  readonly lendable: boolean;
  /** Shares outstanding. */
  readonly shares: number;
  /** 0 to 1: how much its forum is read and written. */
  readonly popularity: number;
  /** Yen at the end of a business day, as printed on that day. */
  priceOn(day: number): number;
  /** What became of the worth of a share on its own merits: 1 in the middle, without splits. */
  fortune(day: number): number;
  readonly splits: Splits;
}

/** Stocks that the monitor watches as it ships: their forums are never quiet. */
const lively: Readonly<Record<string, number>> = { "7203": 1, "6758": 0.99 };

const markets = [
  { code: "0111", name: "プライム", scale: "Mid" },
  { code: "0112", name: "スタンダード", scale: "Small" },
  { code: "0113", name: "グロース", scale: "-" },
] as const;

export function createCompanies(seed: number): readonly Company[] {
  const dice = createDice(seed, "companies");
  const prices = createDice(seed, "prices");
  return listed.map(({ code, name, english, sector }, index) => {
    const size = code in lively ? 0.95 : dice(index, 1);
    const market = markets[size > 0.45 ? 0 : size > 0.15 ? 1 : 2];
    const level = Math.exp(5.5 + 4 * dice(index, 2));
    const splits = createSplits(dice, index);
    const fortune = (day: number) => 1 + 0.2 * wave(prices, index, day / 15);
    return {
      index,
      code,
      name,
      english,
      sector: { code: sector, ...sectors[sector as keyof typeof sectors] },
      market: { code: market.code, name: market.name },
      scale: market.scale,
      lendable: dice(index, 3) < 0.8,
      shares: Math.round(Math.exp(2.3 + 5 * size) * 1000) * 1000,
      popularity: lively[code] ?? dice(index, 4) * 0.95,
      priceOn: (day) => Math.round(level * fortune(day) * splits.growth(day)),
      fortune,
      splits,
    };
  });
}
