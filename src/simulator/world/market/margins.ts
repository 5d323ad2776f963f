/** Margin balances of the issues under daily publication, with a correction now and then. */
import type { Script } from "../../script.ts";
import { createDice, createRecent, type Dice, pick, wave } from "../dice.ts";
import type { PublicationTimes } from "../publication-times.ts";
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
  times: PublicationTimes,
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
