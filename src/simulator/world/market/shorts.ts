/** Short-sale reports by day of disclosure, with a correction now and then. */
import listed from "../../../../fixtures/simulator/sellers.json" with { type: "json" };
import type { Script } from "../../script.ts";
import { createDice, createRecent, type Dice, pick } from "../dice.ts";
import type { Publications } from "../publication-times.ts";
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

export interface ReportedPosition {
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
  publication(day: number, at: number): readonly ReportedPosition[];
  lastDay(at: number): number;
}

/** All of history: who asks about one stock has every day of it read, again for each page. */
const keptDays = 1_000;

export function createShorts(
  seed: number,
  companies: readonly Company[],
  script: Pick<Script, "positions" | "corrections">,
  times: Publications,
): Shorts {
  const dice = createDice(seed, "short corrections");
  const shorted = companies.filter(({ isShorted }) => isShorted);
  const positions = createShortPositions(seed, shorted, script.positions);
  const scripted = new Set(script.positions.map((position) => position.code));
  const recentRight = createRecent<number, readonly ReportedPosition[]>(keptDays);
  const recent = createRecent<string, readonly ReportedPosition[]>(keptDays);
  const correctionDays = script.corrections.filter(({ kind }) => kind === "short").map(({ day }) => day);

  const report = (company: Company, seller: Seller, day: number, ratio: number): ReportedPosition => ({
    company,
    seller,
    disclosedOn: day,
    calculatedOn: day - 2,
    ratio,
    shares: Math.round((company.shares * ratio) / 100),
  });
  const right = (day: number) =>
    recentRight(day, () =>
      positions.on(day).map(({ company, seller, ratio }) => report(company, seller, day, ratio)),
    );
  /** The report of this day that was printed wrong and is corrected the day after. */
  const mistakenOn = (day: number): ReportedPosition | undefined => {
    if (!correctionDays.includes(day + 1) && dice(day, 1) >= 0.4) return undefined;
    // Only a position that is open and says nothing new on the day of its correction, so that the two stay apart.
    const candidates = right(day).filter(
      ({ company, seller, ratio }) =>
        ratio >= 0.5 && !scripted.has(company.code) && !positions.has(company, seller, day + 1),
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

interface PositionReport {
  readonly company: Company;
  readonly seller: Seller;
  /** Percent of the shares outstanding, two decimals; below 0.5 only in the last report of a position. */
  readonly ratio: number;
}

/** Reports about positions: over the days of a seller and a stock one opens, grows, shrinks and closes. */
interface ShortPositions {
  /** All of a day, by company and seller. */
  on(day: number): readonly PositionReport[];
  has(company: Company, seller: Seller, day: number): boolean;
}

/** Ratio that is reported on a day, if any; an open position has news with this chance. */
type Reported = (day: number, chance: number) => number | undefined;

/** Days whose positions are looked for together: few pairs of stock and seller have one on any of them. */
const blockDays = 64;
const keptBlocks = 24;
/** In the whole market; a small one never comes near it. */
const mostADay = 800;

function createShortPositions(
  seed: number,
  companies: readonly Company[],
  scripted: Script["positions"],
): ShortPositions {
  const dice = createDice(seed, "shorts");
  const recent = createRecent<number, readonly (Omit<PositionReport, "ratio"> & { reported: Reported })[]>(
    keptBlocks,
  );
  const pairOf = (company: Company, seller: Seller) => company.index * 100 + seller.index;
  const scripts = scriptedReports(scripted);
  const scriptOf = (company: Company, seller: Seller) => scripts.get(`${company.code} ${seller.index}`);
  const { rhythmOf, drawn } = createRhythms(dice);
  const within = (block: number) =>
    companies.flatMap((company) =>
      sellers.flatMap((seller) => {
        const script = scriptOf(company, seller);
        if (script) return [{ company, seller, reported: script }];
        const pair = pairOf(company, seller);
        const { period, phase, cycleOn } = rhythmOf(pair);
        const found = [];
        const last = cycleOn((block + 1) * blockDays - 1);
        for (let cycle = cycleOn(block * blockDays); cycle <= last; cycle += 1) {
          const reported = drawn(pair, period, phase, cycle);
          if (reported) found.push({ company, seller, reported });
        }
        return found;
      }),
    );

  const written = (day: number, chance: number): PositionReport[] =>
    recent(Math.floor(day / blockDays), () => within(Math.floor(day / blockDays))).flatMap(
      ({ company, seller, reported }) => {
        const ratio = reported(day, chance);
        return ratio === undefined ? [] : [{ company, seller, ratio }];
      },
    );
  /** On some days many sellers report, but never more than a day was seen to have. */
  const recentDays = createRecent<number, { chance: number; reports: readonly PositionReport[] }>(2);
  const read = (day: number) =>
    recentDays(day, () => {
      let chance = dice(day, 1, 1) < 0.2 ? 0.23 : 0.12;
      let reports = written(day, chance);
      for (; reports.length >= mostADay; reports = written(day, chance)) chance *= 0.95;
      return { chance, reports };
    });

  return {
    on: (day) => read(day).reports,
    has(company, seller, day) {
      const pair = pairOf(company, seller);
      const { period, phase, cycleOn } = rhythmOf(pair);
      const reported = scriptOf(company, seller) ?? drawn(pair, period, phase, cycleOn(day));
      return reported?.(day, read(day).chance) !== undefined;
    },
  };
}

/** By code and place of the seller. */
function scriptedReports(scripted: Script["positions"]): ReadonlyMap<string, Reported> {
  return new Map(
    scripted.map(({ code, seller, reports }) => {
      const ratios = new Map(reports.map(({ day, ratio }) => [day, ratio]));
      return [`${code} ${seller}`, (day) => ratios.get(day)];
    }),
  );
}

/** Each pair has a rhythm of its own, and in each of its cycles a position or none. */
function createRhythms(dice: Dice) {
  return {
    rhythmOf(pair: number) {
      const period = 40 + Math.floor(dice(pair, 2) * 50);
      const phase = Math.floor(dice(pair, 3) * period);
      return { period, phase, cycleOn: (day: number) => Math.floor((day + phase) / period) };
    },
    drawn(pair: number, period: number, phase: number, cycle: number): Reported | undefined {
      if (dice(pair, cycle, 4) >= 0.35) return undefined;
      const opensOn = cycle * period - phase + Math.floor(dice(pair, cycle, 5) * period * 0.3);
      const length = 8 + Math.floor(dice(pair, cycle, 6) * (period * 0.6 - 8));
      return (day, chance) => {
        const age = day - opensOn;
        if (age < 0 || age > length) return undefined;
        if (age === length) return round(0.3 + 0.19 * dice(pair, cycle, 7));
        if (age > 0 && dice(pair, day, 8) >= chance) return undefined;
        const height = 0.15 + 1.7 * dice(pair, cycle, 9) ** 3;
        const hill = Math.sin((Math.PI * (age + 1)) / (length + 2));
        return round(0.5 + height * (0.25 + 0.75 * hill) * (0.85 + 0.3 * dice(pair, day, 10)));
      };
    },
  };
}

function round(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
