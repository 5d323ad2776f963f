/** The short position of one seller in one stock, over all days: it opens, grows, shrinks and closes. */
import type { Script } from "../script.ts";
import type { Company } from "./companies.ts";
import { createDice } from "./dice.ts";
import type { Seller } from "./sellers.ts";

interface Report {
  /** Percent of the shares outstanding, two decimals; below 0.5 only in the last report of a position. */
  readonly ratio: number;
}

export interface ShortPositions {
  /** Report of the seller about the stock on a day, if any. */
  report(company: Company, seller: Seller, day: number): Report | undefined;
}

export function createShortPositions(seed: number, positions: Script["positions"]): ShortPositions {
  const dice = createDice(seed, "shorts");
  /** Scripted positions by code, since every pair of a large market is looked up for each day. */
  const scripted = new Map<string, Script["positions"]>();
  for (const { code } of positions)
    scripted.set(
      code,
      positions.filter((entry) => entry.code === code),
    );
  /** On some days many sellers report. */
  const reportChance = (day: number) => (dice(day, 1, 1) < 0.2 ? 0.23 : 0.12);

  const drawn = (pair: number, day: number): Report | undefined => {
    const period = 40 + Math.floor(dice(pair, 2) * 50);
    const shifted = day + Math.floor(dice(pair, 3) * period);
    const cycle = Math.floor(shifted / period);
    if (dice(pair, cycle, 4) >= 0.35) return undefined;
    const opens = Math.floor(dice(pair, cycle, 5) * period * 0.3);
    const length = 8 + Math.floor(dice(pair, cycle, 6) * (period * 0.6 - 8));
    const age = shifted - cycle * period - opens;
    if (age < 0 || age > length) return undefined;
    if (age === length) return { ratio: round(0.3 + 0.19 * dice(pair, cycle, 7)) };
    if (age > 0 && dice(pair, day, 8) >= reportChance(day)) return undefined;
    const height = 0.15 + 1.7 * dice(pair, cycle, 9) ** 3;
    const hill = Math.sin((Math.PI * (age + 1)) / (length + 2));
    return { ratio: round(0.5 + height * (0.25 + 0.75 * hill) * (0.85 + 0.3 * dice(pair, day, 10))) };
  };

  return {
    report(company, seller, day) {
      const reports = scripted.get(company.code)?.find((entry) => entry.seller === seller.index)?.reports;
      if (reports) return reports.find((report) => report.day === day);
      return drawn(company.index * 100 + seller.index, day);
    },
  };
}

function round(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
