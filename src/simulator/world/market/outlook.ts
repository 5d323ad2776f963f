/**
 * What companies expect of a fiscal year, as they tell it from the annual statement before it on: near what comes of
 * it, in some years cut or raised on the way, and now and then with a dividend that is raised.
 */
import { createDice } from "../dice.ts";
import type { Company } from "./companies.ts";
import { type Statement, yenOf } from "./financials.ts";

/** Statement with which an expectation is told: the annual one of the year before, then those of the year itself. */
export type Stage = "before" | "1Q" | "2Q" | "3Q" | "FY";

const stages: readonly Stage[] = ["before", "1Q", "2Q", "3Q", "FY"];

/** The half and the whole fiscal year that are expected. */
interface Year {
  readonly half: Statement;
  readonly year: Statement;
}

export interface Outlook {
  /** Share of the later results that is expected. */
  results(one: Pick<Statement, "company" | "quarter">, year: Statement, stage: Stage): number;
  /** Yen a share for the whole year; with its own annual statement what is paid. */
  dividend(year: Year, stage: Stage): number;
}

const [cutShare, raisedShare, dividendShare] = [0.22, 0.15, 0.2];
const leastStep = 0.5;

export function createOutlook(seed: number): Outlook {
  const dice = createDice(seed, "outlook");
  const isYet = (stage: Stage, turn: number) => stages.indexOf(stage) >= turn;

  /** Factor by which the year is expected otherwise than at its end, until a statement of the year says so. */
  const revision = ({ index }: Company, quarter: number, stage: Stage): number => {
    const kind = dice(index, quarter, 1);
    if (kind >= cutShare + raisedShare) return 1;
    const turn = 1 + Math.floor(dice(index, quarter, 2) * 3);
    if (isYet(stage, turn)) return 1;
    const size = dice(index, quarter, 3);
    return kind < cutShare ? 1.08 + 0.6 * size : 0.96 - 0.2 * size;
  };

  return {
    results: ({ company, quarter }, year, stage) =>
      nearness(company, quarter) * revision(company, year.quarter, stage),
    dividend({ half, year }, stage) {
      const { index } = year.company;
      const paid = yenOf(half) + yenOf(year);
      if (dice(index, year.quarter, 4) >= dividendShare) return paid;
      const turn = 2 + Math.floor(dice(index, year.quarter, 5) * 3);
      if (isYet(stage, turn)) return paid;
      // To the half yen, and never below what the half year pays.
      const lower = Math.floor(paid * (0.75 + 0.2 * dice(index, year.quarter, 6)) * 2) / 2;
      return Math.max(yenOf(half), Math.min(lower, paid - leastStep));
    },
  };
}

/** How near an expectation is that is not revised any more. */
function nearness({ index }: Company, quarter: number): number {
  return 1 + (((index * 7 + quarter * 3) % 17) - 8) / 100;
}
