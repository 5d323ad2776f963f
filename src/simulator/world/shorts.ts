/** Short-sale reports by day of disclosure, with a correction now and then. */
import type { Script } from "../script.ts";
import type { Company } from "./companies.ts";
import { createDice, pick } from "./dice.ts";
import type { PublicationTimes } from "./publication-times.ts";
import { createRecent } from "./recent.ts";
import { type Seller, sellers } from "./sellers.ts";
import { createShortPositions } from "./short-positions.ts";

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
