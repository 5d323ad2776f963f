/** Short-sale reports by day of disclosure, with a correction now and then. */
import listed from "../../../../fixtures/simulator/sellers.json" with { type: "json" };
import type { Script } from "../../script.ts";
import { createDice, pick } from "../dice.ts";
import type { PublicationTimes } from "../publication-times.ts";
import { createRecent } from "../recent.ts";
import type { Company } from "./companies.ts";

/** One of the fictional short sellers, who are always the same. */
export interface Seller {
  readonly index: number;
  readonly name: string;
  readonly fund?: string;
}

export const sellers: readonly Seller[] = listed.map(({ name, fund }, index) => ({
  index,
  name,
  ...(fund === undefined ? {} : { fund }),
}));

export interface ShortReport {
  readonly company: Company;
  readonly seller: Seller;
  /** Numbers of business days. */
  readonly disclosedOn: number;
  readonly calculatedOn: number;
  /** Percent. */
  readonly ratio: number;
  readonly shares: number;
}

export interface Shorts {
  /** The reports disclosed on a day as they read at a moment, by code and seller. A correction takes the place of its report. */
  publication(day: number, at: number): readonly ShortReport[];
  lastDay(at: number): number;
}

/** All of history: who asks about one stock has every day of it read, again for each page. */
const keptDays = 1_000;

export function createShorts(
  seed: number,
  companies: readonly Company[],
  script: Pick<Script, "positions" | "corrections">,
  times: PublicationTimes,
): Shorts {
  const dice = createDice(seed, "short corrections");
  const positions = createShortPositions(seed, script.positions);
  const scripted = new Set(script.positions.map((position) => position.code));
  const recentRight = createRecent<number, readonly ShortReport[]>(keptDays);
  const recent = createRecent<string, readonly ShortReport[]>(keptDays);
  const shorted = companies.filter(({ isShorted }) => isShorted);
  const correctionDays = script.corrections.filter(({ kind }) => kind === "short").map(({ day }) => day);

  const report = (company: Company, seller: Seller, day: number, ratio: number): ShortReport => ({
    company,
    seller,
    disclosedOn: day,
    calculatedOn: day - 2,
    ratio,
    shares: Math.round((company.shares * ratio) / 100),
  });
  const right = (day: number) =>
    recentRight(day, () =>
      shorted.flatMap((company) =>
        sellers.flatMap((seller) => {
          const found = positions.report(company, seller, day);
          return found ? [report(company, seller, day, found.ratio)] : [];
        }),
      ),
    );
  /** The report of this day that was printed wrong and is corrected the day after. */
  const mistakenOn = (day: number): ShortReport | undefined => {
    if (!correctionDays.includes(day + 1) && dice(day, 1) >= 0.4) return undefined;
    // Only a position that is open and says nothing new on the day of its correction, so that the two stay apart.
    const candidates = right(day).filter(
      ({ company, seller, ratio }) =>
        ratio >= 0.5 && !scripted.has(company.code) && !positions.report(company, seller, day + 1),
    );
    return candidates.length === 0 ? undefined : pick(candidates, dice(day, 2));
  };
  const build = (day: number, corrected: boolean) => {
    const mistaken = corrected ? undefined : mistakenOn(day);
    if (!mistaken) return right(day);
    const wrong = Math.round((mistaken.ratio + 0.07 + 0.15 * dice(day, 3)) * 100) / 100;
    return right(day).map((one) => (one === mistaken ? report(one.company, one.seller, day, wrong) : one));
  };

  return {
    publication(day, at) {
      if (at < times.outAt("short-sale-report", day)) return [];
      const corrected = at >= times.correctedAt("short-sale-report", day + 1);
      return recent(`${day} ${corrected}`, () => build(day, corrected));
    },
    lastDay: (at) => times.lastDay("short-sale-report", at),
  };
}

/** One report of a position: over the days of a seller and a stock it opens, grows, shrinks and closes. */
interface Report {
  /** Percent of the shares outstanding, two decimals; below 0.5 only in the last report of a position. */
  readonly ratio: number;
}

interface ShortPositions {
  /** Report of the seller about the stock on a day, if any. */
  report(company: Company, seller: Seller, day: number): Report | undefined;
}

function createShortPositions(seed: number, positions: Script["positions"]): ShortPositions {
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
